import { needsNewQuery } from '@powerset/chart-kit';
import { chartTypes } from '@powerset/charts/types';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { keepLayout, readKeptLayout } from '../../chart-runs/index.ts';
import type { Explore } from './explore-context.tsx';
import { asksTheSame } from './model/chart-run.ts';
import type { ExploreStore } from './model/explore-store.ts';
import { useChartRun } from './use-chart-run.ts';
import { useReturn } from './use-return.ts';

interface UpdateOptions {
  readonly isForced?: boolean;
  readonly ownState?: Readonly<Record<string, unknown>>;
}

/** Runs the chart: at the start and after a change of type by itself, otherwise when asked. */
export function useRunning(explore: Explore, store: ExploreStore, isForced: boolean) {
  const chart = useChartRun(explore.dataset);
  const { definition, form, problems, isSettling, dataset } = explore;
  const { run, start } = chart;
  const { drawn } = run;
  const drawnDefinition = drawn ? chartTypes.find(drawn.form.viz_type) : undefined;
  const needsQuery =
    drawn === null ||
    drawn.dataset !== dataset ||
    drawn.form.viz_type !== form.viz_type ||
    needsNewQuery(definition, drawn.form, form);
  const runNow = useCallback(
    (options: UpdateOptions = {}) => {
      if (isSettling || problems.length > 0) return;
      store.getState().markQueried(form);
      void start({ definition, form, ownState: readKeptLayout(form.slice_id), ...options });
    },
    [definition, form, problems, isSettling, store, start],
  );
  const update = useCallback(
    (options?: UpdateOptions) => {
      store.getState().markTried();
      runNow(options);
    },
    [runNow, store],
  );
  useReturn(run, update);
  // What a chart proposes comes into the form first; the query that it needs is of the form as it is then.
  const isMending = useRef(false);
  const { setFields } = explore;
  const mend = useCallback(
    (changes: Readonly<Record<string, unknown>>) => {
      isMending.current = true;
      setFields(changes);
    },
    [setFields],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the form alone says that the proposal is in it
  useEffect(() => {
    if (isMending.current && needsQuery) update();
    isMending.current = false;
  }, [form]);
  const { remember } = chart;
  const changeOwnState = (next: Readonly<Record<string, unknown>>) => {
    keepLayout(form.slice_id, next);
    const isAnswered = drawn && drawnDefinition && run.status !== 'loading';
    if (isAnswered && asksTheSame(drawn, { definition: drawnDefinition, ownState: next })) remember(next);
    else update({ ownState: next });
  };
  const lastType = useRef<string | null>(null);
  useEffect(() => {
    if (isSettling || lastType.current === form.viz_type) return;
    const isFirst = lastType.current === null;
    lastType.current = form.viz_type;
    runNow({ isForced: isFirst && isForced });
  }, [form.viz_type, runNow, isForced, isSettling]);
  const shownForm = drawn && drawnDefinition && needsQuery ? drawn.form : form;
  const ownState = drawn?.ownState;
  const scheme = explore.dashboard?.colorScheme ?? null;
  const drawForm = useMemo(() => {
    const colored = scheme === null ? shownForm : { ...shownForm, color_scheme: scheme };
    return ownState ? { ...colored, own_state: ownState } : colored;
  }, [shownForm, ownState, scheme]);
  return {
    ...chart,
    update,
    mend,
    changeOwnState,
    drawForm: drawn ? drawForm : null,
    isStale: needsQuery || run.status === 'failed' || run.status === 'stopped',
    isOlder: drawn !== null && needsQuery,
  };
}
