import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createExporter, type Exporter, type SpanCounts } from './exporter.ts';
import { toOtlp } from './otlp.ts';
import { type EndedSpan, type SpanAttributes, type SpanContext, type SpanKind, writeTraceParent } from './spans.ts';

export interface SpanFacts {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** A span that is not at its end yet. */
export interface OpenSpan extends SpanContext {
  end(result: { readonly name?: string; readonly attributes?: SpanAttributes; readonly isFailed?: boolean }): void;
}

export interface Traces {
  /** Whether anybody wants to know: what costs something to find out is left alone otherwise. */
  readonly isOn: boolean;
  /** Whether spans may carry the text of statements. */
  readonly tellsSql: boolean;
  /** Does something as a part of what is at work; `note` adds what is known at its end. */
  span<Result>(facts: SpanFacts, run: (note: (attributes: SpanAttributes) => void) => Promise<Result>): Promise<Result>;
  /** Begins a span under another server's, else under what is at work; null where nothing is traced. */
  begin(facts: SpanFacts, parent: SpanContext | null): OpenSpan | null;
  within<Result>(span: SpanContext, run: () => Result): Result;
  /** What tells another server of which trace a call to it is. */
  headers(): Readonly<Record<string, string>>;
  counts(): SpanCounts;
  close(): Promise<void>;
}

const nothing = () => undefined;

/** Where no collector is configured. */
export const noTraces: Traces = {
  isOn: false,
  tellsSql: false,
  span: (_facts, run) => run(nothing),
  begin: () => null,
  within: (_span, run) => run(),
  headers: () => ({}),
  counts: () => ({ sent: 0, dropped: 0 }),
  close: async () => undefined,
};

interface TracesOptions {
  readonly exporter: Exporter;
  readonly now: () => Date;
  /** Reads a clock that never goes back. */
  readonly nowMs: () => number;
  /** So many random bytes, in hexadecimal digits. */
  readonly randomHex: (bytes: number) => string;
  /** How many of a hundred traces that begin here are kept. */
  readonly percent: number;
  readonly tellsSql: boolean;
}

export function createTraces({ exporter, now, nowMs, randomHex, percent, tellsSql }: TracesOptions): Traces {
  const current = new AsyncLocalStorage<SpanContext>();
  const isChosen = () => (Number.parseInt(randomHex(4), 16) / 0xffffffff) * 100 < percent || percent === 100;
  const begin = (facts: SpanFacts, given: SpanContext | null): OpenSpan => {
    const parent = given ?? current.getStore() ?? null;
    const context = {
      traceId: parent?.traceId ?? randomHex(16),
      spanId: randomHex(8),
      isKept: parent?.isKept ?? isChosen(),
    };
    const startMs = now().getTime();
    const startedAt = nowMs();
    return {
      ...context,
      end: ({ name = facts.name, attributes = {}, isFailed = false }) => {
        if (!context.isKept) return;
        exporter.add({
          ...context,
          ...{ name, startMs, isFailed },
          parentId: parent?.spanId ?? null,
          kind: facts.kind ?? 'internal',
          durationMs: nowMs() - startedAt,
          attributes: { ...facts.attributes, ...attributes },
        });
      },
    };
  };
  return {
    isOn: true,
    tellsSql,
    begin,
    within: (span, run) => current.run(span, run),
    span: async (facts, run) => {
      const span = begin(facts, null);
      const noted: SpanAttributes[] = [];
      const end = (isFailed: boolean, last: SpanAttributes) =>
        span.end({ isFailed, attributes: Object.assign({}, ...noted, last) as SpanAttributes });
      try {
        const result = await current.run(span, () => run((attributes) => noted.push(attributes)));
        end(false, {});
        return result;
      } catch (error) {
        end(true, { 'error.type': typeOf(error) });
        throw error;
      }
    },
    headers: (): Readonly<Record<string, string>> => {
      const span = current.getStore();
      return span ? { traceparent: writeTraceParent(span) } : {};
    },
    counts: exporter.counts,
    close: exporter.close,
  };
}

/** The kind of an error, never its words: they may hold values. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { details } = error as { readonly details?: { readonly code?: unknown } };
  return typeof details?.code === 'string' ? details.code : error.name;
}

interface World {
  readonly config: Pick<Config, 'otlpUrl' | 'otlpHeaders' | 'otlpPercent' | 'otlpTellsSql'>;
  readonly version: string;
  readonly log: Logger;
  readonly now: () => Date;
  readonly randomHex: (bytes: number) => string;
}

/** The traces that the settings ask for. */
export function tracesOf({ config, version, log, now, randomHex }: World): Traces {
  const { otlpUrl: url, otlpHeaders } = config;
  if (url === null) return noTraces;
  const resource = {
    'service.name': 'powerset',
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
  };
  const send = async (spans: readonly EndedSpan[], signal: AbortSignal) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...otlpHeaders, 'content-type': 'application/json' },
      body: toOtlp(spans, resource),
      redirect: 'error',
      signal,
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The collector answered ${answer.status}`);
  };
  // Neither the address nor a header: they may hold what is secret.
  const onFailure = (error: unknown) =>
    log.warn({ err: error instanceof Error ? error.message : 'unknown' }, 'spans could not be sent and were dropped');
  const nowMs = () => performance.now();
  const exporter = createExporter({ send, onFailure, nowMs });
  return createTraces({
    ...{ exporter, now, nowMs, randomHex },
    percent: config.otlpPercent,
    tellsSql: config.otlpTellsSql,
  });
}
