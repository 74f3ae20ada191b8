import { useLayoutEffect, useMemo, useRef } from 'react';

/** Tells, once for each new model, when a view that React draws is on the page and how long its rendering took. */
export function useRendered(model: unknown, onRendered: ((ms: number) => void) | undefined): void {
  const latest = useRef(onRendered);
  latest.current = onRendered;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts again with each new model
  const start = useMemo(() => ({ at: performance.now() }), [model]);
  useLayoutEffect(() => {
    latest.current?.(performance.now() - start.at);
  }, [start]);
}
