import { chartDataEndpoints } from '@powerset/contract';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { api, errorText } from '../../api/index.ts';
import type { Explore } from './explore-context.tsx';
import {
  type AnnotationRequest,
  type AnnotationState,
  annotationRequests,
  failAnnotation,
  finishAnnotation,
  keepAnnotations,
  noAnnotations,
  startAnnotation,
} from './model/annotation-runs.ts';

export interface Annotations extends AnnotationState {
  /** Asks for every layer anew, past the cache. */
  readonly refresh: () => void;
}

const AnnotationsContext = createContext<Annotations>({ ...noAnnotations, refresh: () => undefined });

export function AnnotationsProvider({ value, children }: { value: Annotations; children: ReactNode }) {
  return <AnnotationsContext.Provider value={value}>{children}</AnnotationsContext.Provider>;
}

export function useAnnotations(): Annotations {
  return useContext(AnnotationsContext);
}

type DatasetId = number | string | null | undefined;

async function fetchLayer(
  datasetId: DatasetId,
  request: AnnotationRequest,
  given: { readonly isForced: boolean; readonly signal: AbortSignal },
) {
  const { result } = await api.callEndpoint(chartDataEndpoints.data, {
    signal: given.signal,
    body: {
      datasource: { id: datasetId ?? 0, type: 'table' },
      queries: [request.query],
      result_type: 'annotations',
      force: given.isForced,
    },
  });
  const answer = result.find((one) => 'annotation_data' in one);
  const data = answer?.annotation_data?.[request.name];
  if (data) return data;
  throw new Error(answer?.annotation_error?.[request.name] ?? '');
}

/** Keeps the answers of the form's annotation layers at hand: each layer has a query of its own, beside the chart's. */
export function useAnnotationRuns({ definition, form, dataset }: Explore): Annotations {
  const [state, setState] = useState<AnnotationState>(noAnnotations);
  const asked = useRef(new Map<string, string>());
  const requests = useMemo(() => {
    if (!definition.annotationTypes?.length) return [];
    const [host] = definition.toQueries({ ...form, annotation_layers: [] });
    return annotationRequests(form, host);
  }, [definition, form]);
  const ask = useCallback(
    (request: AnnotationRequest, isForced: boolean) => {
      const { name } = request;
      const controller = new AbortController();
      asked.current.set(name, request.key);
      setState((last) => startAnnotation(last, name, controller));
      fetchLayer(dataset.id, request, { isForced, signal: controller.signal }).then(
        (data) => {
          if (!controller.signal.aborted) setState((last) => finishAnnotation(last, name, data));
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setState((last) => failAnnotation(last, name, errorText(error)));
        },
      );
    },
    [dataset.id],
  );
  useEffect(() => {
    const names = new Set(requests.map((request) => request.name));
    for (const name of [...asked.current.keys()]) if (!names.has(name)) asked.current.delete(name);
    setState((last) => keepAnnotations(last, names));
    for (const request of requests) if (asked.current.get(request.name) !== request.key) ask(request, false);
  }, [requests, ask]);
  const refresh = useCallback(() => {
    for (const request of requests) ask(request, true);
  }, [requests, ask]);
  return useMemo(() => ({ ...state, refresh }), [state, refresh]);
}
