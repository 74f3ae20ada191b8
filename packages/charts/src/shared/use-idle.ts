import { useEffect, useState } from 'react';

const restMs = 1000;
const patienceMs = 2000;

/** A value as it was when the page last had nothing else to do for a while; undefined before the first such moment. */
export function useIdle<Value>(value: Value): Value | undefined {
  const [idle, setIdle] = useState<{ readonly value: Value } | null>(null);
  useEffect(() => {
    let request: number | null = null;
    // Who clicks through a dashboard must not wait for what only the last click is worth.
    const timer = setTimeout(() => {
      // Not every browser knows idle time.
      if (typeof requestIdleCallback === 'function')
        request = requestIdleCallback(() => setIdle({ value }), { timeout: patienceMs });
      else setIdle({ value });
    }, restMs);
    return () => {
      clearTimeout(timer);
      if (request !== null) cancelIdleCallback(request);
    };
  }, [value]);
  return idle?.value;
}
