import { type EndedSpan, type SpanAttributes, type SpanValue, spanKinds } from './spans.ts';

const longestText = 4000;

const toNanoseconds = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n);

function toValue(value: SpanValue) {
  if (typeof value === 'string') return { stringValue: value.slice(0, longestText) };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function toAttributes(attributes: SpanAttributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: toValue(value) }],
  );
}

function toSpan({ traceId, spanId, parentId, name, kind, startMs, durationMs, attributes, isFailed }: EndedSpan) {
  return {
    ...{ traceId, spanId, name },
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    kind: spanKinds[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(startMs + durationMs),
    attributes: toAttributes(attributes),
    status: isFailed ? { code: 2 } : {},
  };
}

/** A bundle of spans as the JSON of OTLP/HTTP. */
export function toOtlp(spans: readonly EndedSpan[], resource: SpanAttributes): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'powerset' }, spans: spans.map(toSpan) }],
      },
    ],
  });
}
