import type { EndedSpan } from './spans.ts';

/** Posts one bundle; rejects where the collector did not take it. */
export type SendSpans = (spans: readonly EndedSpan[], signal: AbortSignal) => Promise<void>;

interface ExporterOptions {
  readonly send: SendSpans;
  /** Hears why a bundle was dropped; at most once a minute. */
  readonly onFailure: (error: unknown) => void;
  readonly nowMs: () => number;
}

export interface SpanCounts {
  readonly sent: number;
  readonly dropped: number;
}

export interface Exporter {
  /** Takes a span, or drops it where there is no room; never waits. */
  add(span: EndedSpan): void;
  counts(): SpanCounts;
  /** Sends what is left, for a moment. */
  close(): Promise<void>;
}

const mostWaiting = 4096;
/** Written as JSON within a few milliseconds. */
const mostInBundle = 256;
const everyMs = 2000;
const sendMs = 10_000;
const closeMs = 1500;
const sayEveryMs = 60_000;

/** One bundle is on its way at a time: a collector that is slow fills the room here, and nothing else. */
export function createExporter({ send, onFailure, nowMs }: ExporterOptions): Exporter {
  const waiting: EndedSpan[] = [];
  const closing = new AbortController();
  let sent = 0;
  let dropped = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  const fail = (count: number, error: unknown) => {
    dropped += count;
    if (nowMs() - saidAt < sayEveryMs) return;
    saidAt = nowMs();
    onFailure(error);
  };
  const sendBundle = async () => {
    const bundle = waiting.splice(0, mostInBundle);
    try {
      await send(bundle, AbortSignal.any([closing.signal, AbortSignal.timeout(sendMs)]));
      sent += bundle.length;
    } catch (error) {
      fail(bundle.length, error);
    }
  };
  /** Bundles that are full, or all that waits: one for each span that came meanwhile would cost more than the spans. */
  const sendBundles = async (least: number) => {
    do await sendBundle();
    while (waiting.length >= least && !closing.signal.aborted);
  };
  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= sendBundles(mostInBundle).finally(() => {
      sending = undefined;
      if (waiting.length > 0) wait();
    });
  };
  const wait = () => {
    timer ??= setTimeout(begin, everyMs).unref();
  };
  return {
    add: (span) => {
      if (closing.signal.aborted || waiting.length >= mostWaiting) {
        dropped += 1;
        return;
      }
      waiting.push(span);
      if (waiting.length >= mostInBundle) begin();
      else wait();
    },
    counts: () => ({ sent, dropped }),
    close: async () => {
      const limit = setTimeout(() => closing.abort(), closeMs);
      await sending;
      if (waiting.length > 0 && !closing.signal.aborted) await sendBundles(1);
      clearTimeout(limit);
      closing.abort();
      clearTimeout(timer);
      dropped += waiting.length;
      waiting.length = 0;
    },
  };
}
