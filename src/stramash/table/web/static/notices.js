/* System notifications, for visitors who switched them on. */

const KEY = "stramash-notify";

export const notifies = () => localStorage.getItem(KEY) === "on" && globalThis.Notification?.permission === "granted";

/** Switch notifications on or off; the browser asks for permission. */
export async function setNotify(on) {
  const allowed = on && globalThis.Notification && (await Notification.requestPermission()) === "granted";
  localStorage.setItem(KEY, allowed ? "on" : "off");
  return Boolean(allowed);
}

/** Show a system notification if the page is hidden. */
export function notify(title, body, tag) {
  if (!document.hidden || !notifies() || !body) return;
  const about = { body, tag, icon: "/static/icon-192.png", data: location.href };
  try {
    const shown = new Notification(title, about);
    shown.onclick = () => { window.focus(); shown.close(); };
  } catch { // on Android only a service worker can
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, about));
  }
}
