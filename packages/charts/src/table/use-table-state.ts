import { useState } from 'react';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { TableModel } from './columns.ts';
import type { TableForm } from './form.ts';
import type { TableOptions } from './options.ts';

interface Sort {
  readonly key: string;
  readonly desc: boolean;
}

/** What the reader did to the table; a table paged by the server keeps page and order with its host, as its own state. */
export function useTableState({ options, onOwnState }: ChartViewProps<TableModel, TableOptions, TableForm>) {
  const [localSort, setSort] = useState<Sort | null>(null);
  const [localPage, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const { serverPage } = options;
  const sort = serverPage ? serverPage.sortBy : localSort;
  const changeServer = (change: Partial<NonNullable<typeof serverPage>>) =>
    serverPage && onOwnState?.({ ...serverPage, ...change });
  return {
    sort,
    search,
    order,
    page: localPage,
    setSearch: (text: string) => {
      setSearch(text);
      setPage(0);
    },
    searchServer: (change: { readonly searchText?: string; readonly searchColumn?: string }) =>
      changeServer({ ...change, currentPage: 0 }),
    setPage: (page: number) => (serverPage ? changeServer({ currentPage: page }) : setPage(page)),
    toggleSort: (key: string, startsDescending: boolean) => {
      const next = nextSort(sort, key, startsDescending);
      if (serverPage) changeServer({ sortBy: next, currentPage: 0 });
      else setSort(next);
    },
    move: (names: readonly string[], moved: string, target: string) => setOrder(moveBefore(names, moved, target)),
  };
}

/** First click the column's natural way, second the other, third none. */
export function nextSort(sort: Sort | null, key: string, startsDescending: boolean): Sort | null {
  if (sort?.key !== key) return { key, desc: startsDescending };
  return sort.desc === startsDescending ? { key, desc: !startsDescending } : null;
}

/** Names with one moved to the place of another. */
export function moveBefore(names: readonly string[], moved: string, target: string): readonly string[] {
  if (moved === target) return names;
  const isForward = names.indexOf(moved) < names.indexOf(target);
  const rest = names.filter((name) => name !== moved);
  const place = rest.indexOf(target) + (isForward ? 1 : 0);
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}
