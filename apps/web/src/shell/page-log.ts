import { createEventLog, type EventLog, LOG_PATH, type LogEvent } from './event-log.ts';

let pageLog: EventLog | null = null;
let isKept = false;

/** Events are kept of people; the server takes none of visitors. */
export function keepEvents(isSignedIn: boolean): void {
  isKept = isSignedIn;
}

/** A beacon outlives the page; what is too big for one travels as an ordinary call. */
function send(body: URLSearchParams): void {
  if (!isKept) return;
  if (!navigator.sendBeacon(LOG_PATH, body)) void fetch(LOG_PATH, { method: 'POST', body }).catch(() => undefined);
}

function startLog(): EventLog {
  const log = createEventLog({
    send,
    schedule: (run, delayMs) => setTimeout(run, delayMs),
    now: () => Date.now(),
    createId: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0'))
        .join('')
        .slice(0, 12),
    isVisible: () => document.visibilityState === 'visible',
  });
  addEventListener('pagehide', log.flush);
  return log;
}

/** Records something that happened in the page, for the activity log. */
export function logEvent(event: LogEvent): void {
  pageLog ??= startLog();
  pageLog.record(event);
}
