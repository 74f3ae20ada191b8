import { type AnnotationRecords, type ChartForm, readAnnotationLayer, toList } from '@powerset/chart-kit';
import type { QueryObject } from '@powerset/contract';

/** What is known of a chart's annotation layers, by layer name. */
export interface AnnotationState {
  /** The queries under way. */
  readonly annotationQuery: Readonly<Record<string, AbortController>>;
  readonly annotationData: Readonly<Record<string, AnnotationRecords>>;
  readonly annotationError: Readonly<Record<string, string>>;
}

export const noAnnotations: AnnotationState = { annotationQuery: {}, annotationData: {}, annotationError: {} };

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Readonly<Record<string, Value>> {
  const { [name]: _gone, ...rest } = record;
  return rest;
}

/** A new query of a layer breaks off the running one of the same name. */
export function startAnnotation(state: AnnotationState, name: string, query: AbortController): AnnotationState {
  state.annotationQuery[name]?.abort();
  return { ...state, annotationQuery: { ...state.annotationQuery, [name]: query } };
}

/** The data is kept and an earlier error cleared. */
export function finishAnnotation(state: AnnotationState, name: string, data: AnnotationRecords): AnnotationState {
  return {
    annotationQuery: without(state.annotationQuery, name),
    annotationData: { ...state.annotationData, [name]: data },
    annotationError: without(state.annotationError, name),
  };
}

/** The data is removed and the error kept. */
export function failAnnotation(state: AnnotationState, name: string, error: string): AnnotationState {
  return {
    annotationQuery: without(state.annotationQuery, name),
    annotationData: without(state.annotationData, name),
    annotationError: { ...state.annotationError, [name]: error },
  };
}

/** Layers that are no longer there take their answers and errors with them. */
export function keepAnnotations(state: AnnotationState, names: ReadonlySet<string>): AnnotationState {
  const gone = Object.keys({ ...state.annotationQuery, ...state.annotationData, ...state.annotationError }).filter(
    (name) => !names.has(name),
  );
  if (gone.length === 0) return state;
  for (const name of gone) state.annotationQuery[name]?.abort();
  return gone.reduce(
    (kept, name) => ({
      annotationQuery: without(kept.annotationQuery, name),
      annotationData: without(kept.annotationData, name),
      annotationError: without(kept.annotationError, name),
    }),
    state,
  );
}

/** One layer's query, and the text by which it is known whether it has been asked already. */
export interface AnnotationRequest {
  readonly name: string;
  readonly key: string;
  readonly query: QueryObject;
}

/** What must be asked for a form's layers: formulas need no server, hidden layers wait until they are shown. */
export function annotationRequests(form: ChartForm, host: QueryObject | undefined): readonly AnnotationRequest[] {
  return toList(form.annotation_layers).flatMap((entry) => {
    const layer = readAnnotationLayer(entry);
    if (!layer || layer.type === 'FORMULA' || !layer.show || layer.value === null || layer.value === undefined)
      return [];
    const { filters, extras, columns, time_range } = host ?? {};
    const takesOfHost = Object.values(layer.overrides).includes(null);
    const context = takesOfHost ? { filters, extras, columns, time_range } : {};
    const { name, type, sourceType, value, overrides } = layer;
    return [
      {
        name,
        key: JSON.stringify([type, sourceType, value, overrides, context]),
        // The entry was read as a layer, so it is a record.
        query: { ...context, annotation_layers: [entry as Record<string, unknown>] },
      },
    ];
  });
}
