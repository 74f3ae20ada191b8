/** A value of a span: short, and never what a person wrote or read unless the settings allow it. */
export type SpanValue = string | number | boolean;
export type SpanAttributes = Readonly<Record<string, SpanValue | undefined>>;

/** What OpenTelemetry calls the kinds of spans, by their numbers on the wire. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;
export type SpanKind = keyof typeof spanKinds;

/** Which span of which trace, and whether its trace is kept at all. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isKept: boolean;
}

export interface EndedSpan extends SpanContext {
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  readonly startMs: number;
  readonly durationMs: number;
  readonly attributes: SpanAttributes;
  readonly isFailed: boolean;
}

const zeros = /^0+$/;
const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The W3C's header of another's trace; null for what is none. Later versions may say more behind what is known. */
export function readTraceParent(header: string | readonly string[] | undefined): SpanContext | null {
  if (typeof header !== 'string') return null;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = form.exec(header.trim().slice(0, 200)) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (zeros.test(traceId) || zeros.test(spanId)) return null;
  return { traceId, spanId, isKept: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const writeTraceParent = ({ traceId, spanId, isKept }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isKept ? '01' : '00'}`;
