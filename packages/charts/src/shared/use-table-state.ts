import { numberOf } from '@powerset/chart-kit';
import { useEffect, useRef, useState } from 'react';
import type { TableModel } from './table-columns.ts';
import type { TableForm } from './table-form.ts';
import { readLayout, type TableLayout } from './table-layout.ts';
import type { TableOptions } from './table-options.ts';
import { type AskedRows, readAskedRows, type TableOwnState } from './table-query.ts';
import { moveBefore, nextSorts, type TableSort } from './table-sorts.ts';
import type { ChartViewProps } from './view-props.ts';

interface Asked extends AskedRows {
  /** Null as long as the reader chose none. */
  readonly pageSize: number | null;
}

type Given = Pick<ChartViewProps<TableModel, TableOptions, TableForm>, 'options' | 'form' | 'ownState' | 'onOwnState'>;

/** While somebody types, the host is not told of each letter. */
const restMs = 300;

/**
 * What the reader did to a table: the places of its columns, and the order, search and page of its rows. All of it is the
 * chart's own state, which its host keeps: what the server has to know where it pages, and what a file of the table shows.
 */
export function useTableState({ options, form, ownState, onOwnState }: Given) {
  const { serverPage } = options;
  const kept = ownState ?? form.own_state;
  const [layout, setLayout] = useState(() => readLayout(kept.layout));
  const [local, setLocal] = useState<Asked>(() => ({
    ...readAskedRows(kept),
    pageSize: numberOf(kept, 'pageSize'),
  }));
  const [isFiltering, setFiltering] = useState(false);
  const { wanted, want } = useWanted(serverPage);
  const asked: Asked = wanted ?? local;
  const keep = (next: TableLayout, changes: Partial<Asked> = {}) =>
    onOwnState?.({ ...asked, ...changes, layout: next });
  useToldHost(serverPage ? null : local, () => keep(layout));
  const change = (changes: Partial<Asked> & { readonly searchColumn?: string }) => {
    if (wanted) {
      const next = { ...wanted, currentPage: 0, ...changes };
      want({ ...next, pageSize: next.pageSize ?? wanted.pageSize });
      keep(layout, next);
    } else setLocal((before) => ({ ...before, currentPage: 0, ...changes }));
  };
  const place = (next: TableLayout) => {
    setLayout(next);
    keep(next);
  };
  return {
    ...asked,
    pageSize: asked.pageSize ?? options.pageLength,
    layout,
    isFiltering: isFiltering || Object.values(asked.columnFilters).some((text) => text !== ''),
    setFiltering: (isOn: boolean) => {
      setFiltering(isOn);
      if (!isOn && Object.keys(asked.columnFilters).length > 0) change({ columnFilters: {} });
    },
    search: (changes: { readonly searchText?: string; readonly searchColumn?: string }) => change(changes),
    filter: (name: string, text: string) => change({ columnFilters: { ...asked.columnFilters, [name]: text } }),
    sort: (pressed: Parameters<typeof nextSorts>[1]) => change({ sortBy: nextSorts(asked.sortBy, pressed) }),
    setSorts: (sortBy: readonly TableSort[]) => change({ sortBy }),
    setPage: (currentPage: number) => change({ currentPage }),
    setPageSize: (pageSize: number) => change({ pageSize }),
    resize: (name: string, width: number, isDone: boolean) => {
      const next = { ...layout, widths: { ...layout.widths, [name]: width } };
      if (isDone) place(next);
      else setLayout(next);
    },
    move: (groups: readonly string[], moved: string, target: string) =>
      place({ ...layout, order: moveBefore(groups, moved, target) }),
    pin: (group: string, isPinned: boolean) =>
      place({
        ...layout,
        pinned: withName(layout.pinned, group, isPinned),
        freed: withName(layout.freed ?? [], group, !isPinned),
      }),
    resetLayout: () => place({ order: [], widths: {}, pinned: [] }),
  };
}

/**
 * What is asked of the server, which may be more than what is shown yet: a press counts at once, and the next one begins
 * where it left off, however long its rows take.
 */
function useWanted(shown: TableOwnState | null) {
  const [pending, setPending] = useState<TableOwnState | null>(null);
  const isShown = pending !== null && JSON.stringify(shown) === JSON.stringify(pending);
  useEffect(() => {
    if (isShown) setPending(null);
  }, [isShown]);
  return { wanted: shown && (pending ?? shown), want: setPending };
}

/** What only the view knew is told to its host when it rests. */
function useToldHost(local: Asked | null, tell: () => void): void {
  const latest = useRef(tell);
  latest.current = tell;
  const told = useRef(local);
  useEffect(() => {
    if (local === null || local === told.current) return undefined;
    const timer = setTimeout(() => {
      told.current = local;
      latest.current();
    }, restMs);
    return () => clearTimeout(timer);
  }, [local]);
}

const withName = (names: readonly string[], name: string, isIn: boolean) => [
  ...names.filter((one) => one !== name),
  ...(isIn ? [name] : []),
];

export type TableState = ReturnType<typeof useTableState>;
