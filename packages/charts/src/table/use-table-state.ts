import { useState } from 'react';
import type { TableModel } from '../shared/table-columns.ts';
import type { TableForm } from '../shared/table-form.ts';
import type { TableOptions } from '../shared/table-options.ts';
import { moveBefore, nextSort, type TableSort } from '../shared/table-sorts.ts';
import type { ChartViewProps } from '../shared/view-props.ts';

/** What the reader did to the table; a table paged by the server keeps page and order with its host, as its own state. */
export function useTableState({ options, onOwnState }: ChartViewProps<TableModel, TableOptions, TableForm>) {
  const [localSort, setSort] = useState<TableSort | null>(null);
  const [localPage, setPage] = useState(0);
  const [search, setSearch] = useState('');
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const { serverPage } = options;
  const sort = serverPage ? (serverPage.sortBy[0] ?? null) : localSort;
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
      if (serverPage) changeServer({ sortBy: next ? [next] : [], currentPage: 0 });
      else setSort(next);
    },
    move: (names: readonly string[], moved: string, target: string) => setOrder(moveBefore(names, moved, target)),
  };
}
