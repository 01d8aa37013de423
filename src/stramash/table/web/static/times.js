/* Dates as the visitor's language and time zone write them; the server writes them for machines. */

/** The page's language as the visitor's country writes it, if the browser names one: en-GB, not en. */
const lang = document.documentElement.lang;
const locale = navigator.languages.find((one) => one.split("-")[0] === lang) ?? lang;
const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "short" });
const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60]];

/** How long ago something was, in its largest unit. */
function age(seconds) {
  const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? ["minute", 60];
  return ago.format(-Math.floor(seconds / length), unit);
}

/** Write every date of the page. */
export function writeDates() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    time.textContent = time.hasAttribute("data-age") ? age(Math.max(0, (Date.now() - at) / 1000)) : format.format(at);
  }
}

writeDates();
document.addEventListener("htmx:afterSettle", writeDates);
