import { useState } from 'react';
import type { TableModel } from '../shared/table-columns.ts';
import { readLayout, type TableLayout } from '../shared/table-layout.ts';
import type { TableOptions } from '../shared/table-options.ts';
import type { TableOwnState } from '../shared/table-query.ts';
import { moveBefore, nextSorts, type TableSort } from '../shared/table-sorts.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { GridForm } from './form.ts';

interface Asked {
  readonly sortBy: readonly TableSort[];
  readonly searchText: string;
  readonly columnFilters: Readonly<Record<string, string>>;
  readonly currentPage: number;
  readonly pageSize: number;
}

const nothingAsked: Omit<Asked, 'pageSize'> = { sortBy: [], searchText: '', columnFilters: {}, currentPage: 0 };

/**
 * What the reader did to the grid. Its columns' places are kept as the chart's own state; so is what the server has to know of
 * where it pages, and else only the view knows.
 */
export function useGridState(props: ChartViewProps<TableModel, TableOptions, GridForm>) {
  const { options, form, ownState, onOwnState } = props;
  const { serverPage } = options;
  const [layout, setLayout] = useState(() => readLayout(ownState?.layout ?? form.own_state.layout));
  const [local, setLocal] = useState<Asked>({ ...nothingAsked, pageSize: options.pageLength });
  const [isFiltering, setFiltering] = useState(false);
  const asked: Asked = serverPage ?? local;
  const keep = (kept: TableLayout, server: Partial<TableOwnState> = {}) =>
    onOwnState?.({ ...serverPage, ...server, layout: kept });
  const change = (changes: Partial<TableOwnState>) => {
    if (serverPage) keep(layout, { currentPage: 0, ...changes });
    else setLocal((before) => ({ ...before, currentPage: 0, ...changes }));
  };
  const place = (next: TableLayout) => {
    setLayout(next);
    keep(next);
  };
  return {
    ...asked,
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

const withName = (names: readonly string[], name: string, isIn: boolean) => [
  ...names.filter((one) => one !== name),
  ...(isIn ? [name] : []),
];

export type GridState = ReturnType<typeof useGridState>;
