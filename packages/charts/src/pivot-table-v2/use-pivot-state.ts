import { isRecord } from '@powerset/chart-kit';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChartViewProps } from '../shared/view-props.ts';
import { type Folded, readFolded, withKey, withLevel, writeFolded } from './folds.ts';
import { nextSort, type PivotSort, readSort } from './sorted-axis.ts';

export interface Folds {
  readonly folded: Folded;
  readonly toggle: (path: readonly string[]) => void;
  readonly toggleLevel: (level: number, isOn: boolean) => void;
}

interface KeptState {
  readonly rows: Folded;
  readonly columns: Folded;
  readonly sort: PivotSort | null;
}

function readState(stored: unknown): KeptState {
  const given = isRecord(stored) ? stored : {};
  return { rows: readFolded(given.rows), columns: readFolded(given.columns), sort: readSort(given.sort) };
}

/** What the reader folded and by which column rows are ordered; kept as the chart's own state while the page is open. */
export function usePivotState({ ownState, onOwnState }: Pick<ChartViewProps, 'ownState' | 'onOwnState'>) {
  const [state, setState] = useState(() => readState(ownState?.pivot));
  const latest = useRef(state);
  const keep = useRef(onOwnState);
  useEffect(() => {
    keep.current = onOwnState;
  }, [onOwnState]);
  const change = useCallback((next: (before: KeptState) => KeptState) => {
    const after = next(latest.current);
    latest.current = after;
    setState(after);
    const { rows, columns, sort } = after;
    keep.current?.({ pivot: { rows: writeFolded(rows), columns: writeFolded(columns), sort } });
  }, []);
  const sortBy = useCallback(
    (column: readonly string[]) => change((before) => ({ ...before, sort: nextSort(before.sort, column) })),
    [change],
  );
  return {
    sort: state.sort,
    sortBy,
    rowFolds: useFolds(
      state.rows,
      useCallback((next) => change((all) => ({ ...all, rows: next(all.rows) })), [change]),
    ),
    columnFolds: useFolds(
      state.columns,
      useCallback((next) => change((all) => ({ ...all, columns: next(all.columns) })), [change]),
    ),
  };
}

function useFolds(folded: Folded, change: (next: (before: Folded) => Folded) => void): Folds {
  const toggle = useCallback((path: readonly string[]) => change((before) => withKey(before, path)), [change]);
  const toggleLevel = useCallback(
    (level: number, isOn: boolean) => change((before) => withLevel(before, level, isOn)),
    [change],
  );
  return { folded, toggle, toggleLevel };
}

export type PivotState = ReturnType<typeof usePivotState>;
