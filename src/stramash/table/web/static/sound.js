/* Sounds, made here by the browser's synthesizer: no files. Quiet, and off whenever the visitor says so. */

const KEY = "stramash-sound";
let context = null;

export const soundOn = () => localStorage.getItem(KEY) !== "off";

export function setSound(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("turn");
}

/** Browsers allow sound only after a gesture: the first one wakes the synthesizer. */
function wake() {
  if (!soundOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
document.addEventListener("pointerdown", wake, { passive: true });
document.addEventListener("keydown", wake);

/** One note: frequency in Hz, when and how long in seconds, how loud. */
function note(frequency, start, length, volume, wave = "sine") {
  const at = context.currentTime + start;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = wave;
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  tone.connect(gain).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

/** A short burst of filtered noise, as of a card laid on a table. */
function tap(start, length, volume, pitch) {
  const at = context.currentTime + start;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = volume;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

const SOUNDS = {
  move: () => { tap(0, 0.09, 0.35, 1400); tap(0.02, 0.06, 0.2, 500); },
  turn: () => { note(587, 0, 0.5, 0.06); note(880, 0.12, 0.6, 0.05); },
  won: () => [392, 494, 587, 784].forEach((pitch, i) => note(pitch, i * 0.13, 0.7, 0.06, "triangle")),
  lost: () => [440, 392, 330].forEach((pitch, i) => note(pitch, i * 0.18, 0.7, 0.05, "triangle")),
  chat: () => note(1047, 0, 0.25, 0.04),
};

/** Play a sound by name, if sounds are on and the browser allows it yet. */
export function play(name) {
  if (soundOn() && context?.state === "running") SOUNDS[name]();
}
