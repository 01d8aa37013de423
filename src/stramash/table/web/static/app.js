/* Installing the pages as an app needs a service worker; browsers have them over HTTPS and on this machine. */

navigator.serviceWorker?.register("/service_worker.js").catch(() => {}); // without it only the offline page is missing
