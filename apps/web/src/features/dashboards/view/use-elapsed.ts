import { useEffect, useState } from 'react';

const stepMs = 100;

/** Seconds since a moment, counted while it is shown. */
export function useElapsed(startedAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, (nowMs - startedAtMs) / 1000);
}
