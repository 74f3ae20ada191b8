import { toasts } from '@powerset/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { schemasQuery, tableQuery, tablesQuery } from '../../../databases/index.ts';
import { failingActions } from '../messages.ts';
import { type OpenedTrees, openedIn, openedTables, toggle, unfold } from './opened.ts';
import { schemaKey, type TreeData, tableKey, toRows } from './tree-rows.ts';

const searchedTables = 60;

/** The schema tree of a database: what is open, what is searched, and the data behind it. */
export function useTree(dbId: number | null, currentSchema: string | null) {
  const [search, setSearch] = useState('');
  const [trees, setTrees] = useState<OpenedTrees>(new Map());
  const open = openedIn(trees, dbId);
  const schemas = useQuery({ ...schemasQuery(dbId ?? 0), enabled: dbId !== null });
  const names = schemas.data ?? [];
  const first = currentSchema && names.includes(currentSchema) ? currentSchema : firstSchema(names);
  useEffect(() => {
    if (first && dbId !== null) setTrees((last) => unfold(last, dbId, schemaKey(first)));
  }, [first, dbId]);
  // All schemas are listed: counts and completion need them, and each is one short call.
  const tables = useQueries({ queries: names.map((schema) => tablesQuery(dbId ?? 0, schema)) });
  const places = useMemo(() => {
    const searched = search.trim()
      ? (tables[names.indexOf(first ?? '')]?.data ?? [])
          .slice(0, searchedTables)
          .map((table) => tableKey(first ?? '', table.value))
      : [];
    return openedTables(new Set([...open, ...searched]), names);
  }, [open, search, tables, names, first]);
  const metadata = useQueries({ queries: places.map((place) => tableQuery({ dbId: dbId ?? 0, ...place })) });
  const failed = metadata.find((query) => query.error)?.error;
  useEffect(() => {
    if (failed) toasts.danger(failingActions.tableMetadata(), { isUnique: true });
  }, [failed]);
  const data: TreeData = {
    schemas: names,
    tables: (schema) => tables[names.indexOf(schema)]?.data,
    table: (schema, table) =>
      metadata[places.findIndex((place) => place.schema === schema && place.table === table)]?.data,
  };
  return {
    rows: toRows(data, { open, search }),
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

function firstSchema(names: readonly string[]): string | undefined {
  return ['main', 'public', 'default'].find((name) => names.includes(name)) ?? names[0];
}
