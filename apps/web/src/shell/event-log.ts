/** One thing that happened in the page, as the reference's log takes it. */
export interface LogEvent {
  readonly event_name: string;
  readonly source?: string;
  readonly source_id?: number | string;
  readonly [key: string]: unknown;
}

export interface EventLogParts {
  /** Sends a batch in the background. */
  readonly send: (body: URLSearchParams) => void;
  readonly schedule: (run: () => void, delayMs: number) => void;
  readonly now: () => number;
  readonly createId: () => string;
  readonly isVisible: () => boolean;
}

export interface EventLog {
  readonly record: (event: LogEvent) => void;
  /** Sends what waits, at once: for a page that is being left. */
  readonly flush: () => void;
}

export const MAX_EVENTS_PER_SEND = 1024;
export const SEND_DELAY_MS = 1000;

/** Collects events and sends them in batches, a second after the first of a batch. */
export function createEventLog(parts: EventLogParts): EventLog {
  const impressionId = parts.createId();
  let waiting: readonly Readonly<Record<string, unknown>>[] = [];
  let isScheduled = false;

  const sendBatch = (batch: readonly Readonly<Record<string, unknown>>[]) => {
    const form = new URLSearchParams();
    form.append('events', JSON.stringify(batch));
    parts.send(form);
  };
  const flush = () => {
    isScheduled = false;
    const events = waiting;
    waiting = [];
    for (let start = 0; start < events.length; start += MAX_EVENTS_PER_SEND)
      sendBatch(events.slice(start, start + MAX_EVENTS_PER_SEND));
  };
  return {
    flush,
    record: (event) => {
      const envelope = {
        event_id: parts.createId(),
        impression_id: impressionId,
        version: 'v2',
        ts: parts.now(),
        event_type: event.event_type ?? 'user',
        visibility: parts.isVisible() ? 'visible' : 'hidden',
      };
      waiting = [...waiting, { ...envelope, ...event }];
      if (isScheduled) return;
      isScheduled = true;
      parts.schedule(flush, SEND_DELAY_MS);
    },
  };
}

export const LOG_PATH = '/superset/log/?explode=events';
