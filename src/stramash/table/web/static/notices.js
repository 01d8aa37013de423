/* Notices of the system, for visitors who asked for them and look elsewhere. */

const KEY = "stramash-notify";

export const notifies = () => localStorage.getItem(KEY) === "on" && globalThis.Notification?.permission === "granted";

/** Switch notices on or off; the browser asks for permission. */
export async function setNotify(on) {
  const allowed = on && globalThis.Notification && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(KEY, allowed ? "on" : "off");
  return Boolean(allowed);
}

/** Tell something to a visitor who does not look at the page. */
export function tell(title, body, tag) {
  if (!document.hidden || !notifies() || !body) return;
  const about = { body, tag, icon: "/static/icon-192.png", data: location.href };
  try {
    const shown = new Notification(title, about);
    shown.onclick = () => { window.focus(); shown.close(); };
  } catch { // on Android only a service worker can
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, about));
  }
}
