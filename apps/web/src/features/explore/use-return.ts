import { useEffect, useRef } from 'react';
import { startReturnWatch } from '../../chart-runs/index.ts';
import type { ChartRun } from './model/chart-run.ts';

/** The one chart of the page, among runs that are told apart by their numbers. */
const only = 0;

/** A chart that nobody answered is asked for again when the server is reached again. */
export function useReturn(run: ChartRun, onReturn: () => void): void {
  const latest = useRef({ run, onReturn });
  const notices = useRef(new Set<() => void>());
  useEffect(() => {
    latest.current = { run, onReturn };
    for (const notice of notices.current) notice();
  }, [run, onReturn]);
  useEffect(
    () =>
      startReturnWatch({
        getRuns: () => {
          const { status, isUnanswered } = latest.current.run;
          return { [only]: { status, failure: isUnanswered ? { isUnanswered } : null } };
        },
        askAgain: () => latest.current.onReturn(),
        subscribe: (notice) => {
          notices.current.add(notice);
          return () => notices.current.delete(notice);
        },
      }),
    [],
  );
}
