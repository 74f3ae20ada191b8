import { toasts } from '@powerset/ui';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { catalogSearchQuery, schemasQuery, tableQuery } from '../../../databases/index.ts';
import { failingActions } from '../messages.ts';
import { currentSchemaOf } from './current-schema.ts';
import { type OpenedTrees, openedIn, openedTables, toggle, unfold } from './opened.ts';
import { schemaKey, type TreeData, toRows } from './tree-rows.ts';
import { useSchemaTables } from './use-schema-tables.ts';

const searchDelayMs = 250;

interface CurrentSchema {
  /** Null for the one that the connection opens. */
  readonly catalog: string | null;
  readonly chosen: string | null | undefined;
  /** Where the engine looks by itself. */
  readonly own: string | null | undefined;
}

/** The schema tree of a database: what is open, what is searched, and the data behind it. */
export function useTree(dbId: number | null, { catalog, chosen, own }: CurrentSchema) {
  const [search, setSearch] = useState('');
  const [trees, setTrees] = useState<OpenedTrees>(new Map());
  const open = openedIn(trees, dbId);
  const schemas = useQuery({ ...schemasQuery(dbId ?? 0, catalog), enabled: dbId !== null });
  const names = schemas.data ?? [];
  const first = currentSchemaOf(names.includes(chosen ?? '') ? chosen : null, { names, own });
  useEffect(() => {
    if (first && dbId !== null) setTrees((last) => unfold(last, dbId, schemaKey(first)));
  }, [first, dbId]);
  // All schemas are listed: counts and completion need them, and each is one short call.
  const tables = useSchemaTables({ dbId, catalog }, names);
  const found = useSearch(dbId, search.trim(), catalog);
  const places = useMemo(() => openedTables(open, names), [open, names]);
  const metadata = useQueries({ queries: places.map((place) => tableQuery({ dbId: dbId ?? 0, catalog, ...place })) });
  const failed = metadata.find((query) => query.error)?.error;
  useEffect(() => {
    if (failed) toasts.danger(failingActions.tableMetadata(), { isUnique: true });
  }, [failed]);
  const data: TreeData = {
    schemas: names,
    tables: tables.of,
    failure: tables.failure,
    table: (schema, table) =>
      metadata[places.findIndex((place) => place.schema === schema && place.table === table)]?.data,
  };
  return {
    rows: toRows(data, { open, found: found.found }),
    isSearching: found.isSearching,
    searchError: found.error,
    searchAgain: found.retry,
    loadMore: (schema: string | null) => (schema === null ? found.loadMore() : tables.loadMore(schema)),
    readAgain: tables.retry,
    data,
    search,
    setSearch,
    toggle: (key: string) => {
      if (dbId !== null) setTrees((last) => toggle(last, dbId, key));
    },
    isLoading: schemas.isPending && dbId !== null,
    error: schemas.error,
    retry: () => void schemas.refetch(),
  };
}

/** What lies in the database under the text, as its author pauses; null without a text. */
function useSearch(dbId: number | null, text: string, catalog: string | null) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const isOn = dbId !== null && text !== '' && settled !== '';
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...catalogSearchQuery(dbId ?? 0, settled, catalog),
    enabled: isOn,
    // Rows stay while the next letter is looked up.
    placeholderData: (last) => last,
    retry: false,
  });
  const found = useMemo(
    () => ({ hits: data?.pages.flatMap(({ result }) => result) ?? [], count: data?.pages.at(-1)?.count ?? 0 }),
    [data],
  );
  return {
    found: text === '' ? null : found,
    isSearching: text !== '' && (text !== settled || (isFetching && data === undefined)),
    error: isOn ? error : null,
    retry: () => void refetch(),
    loadMore: () => {
      // After a failure it is asked for by a press, not by the row that stays in sight.
      if (hasNextPage && !isFetching && !error) void fetchNextPage();
    },
  };
}
