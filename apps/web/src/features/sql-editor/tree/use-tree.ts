import { toasts } from '@powerset/ui';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { schemasQuery, tableQuery, tablesQuery } from '../../../databases/index.ts';
import { failingActions } from '../messages.ts';
import { schemaKey, type TreeData, tableKey, toRows } from './tree-rows.ts';

const searchedTables = 60;

/** The schema tree of a database: what is open, what is searched, and the data behind it. */
export function useTree(dbId: number | null, currentSchema: string | null) {
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const schemas = useQuery({ ...schemasQuery(dbId ?? 0), enabled: dbId !== null });
  const names = schemas.data ?? [];
  const first = currentSchema && names.includes(currentSchema) ? currentSchema : firstSchema(names);
  useEffect(() => {
    if (first) setOpen((last) => (last.has(schemaKey(first)) ? last : new Set([...last, schemaKey(first)])));
  }, [first]);
  // All schemas are listed: counts and completion need them, and each is one short call.
  const tables = useQueries({ queries: names.map((schema) => tablesQuery(dbId ?? 0, schema)) });
  const places = useMemo(() => {
    const opened = [...open].filter((key) => key.startsWith('table '));
    const searched = search.trim()
      ? (tables[names.indexOf(first ?? '')]?.data ?? [])
          .slice(0, searchedTables)
          .map((table) => tableKey(first ?? '', table.value))
      : [];
    return [...new Set([...opened, ...searched])].map((key) => {
      const text = key.slice('table '.length);
      const schema = names.find((name) => text.startsWith(`${name}.`)) ?? '';
      return { schema, table: text.slice(schema.length + 1) };
    });
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
  const toggle = (key: string) =>
    setOpen((last) => (last.has(key) ? new Set([...last].filter((other) => other !== key)) : new Set([...last, key])));
  return {
    rows: toRows(data, { open, search }),
    data,
    search,
    setSearch,
    toggle,
    isLoading: schemas.isPending && dbId !== null,
    error: schemas.error,
    retry: () => void schemas.refetch(),
  };
}

function firstSchema(names: readonly string[]): string | undefined {
  return ['main', 'public', 'default'].find((name) => names.includes(name)) ?? names[0];
}
