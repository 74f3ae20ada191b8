import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { functionsQuery, keywords } from '../../../controls/sql-text/index.ts';
import { columnTypeOf, schemasQuery, tableQuery } from '../../../databases/index.ts';
import type { Catalog, CompletionOption } from '../completion/options.ts';
import { useEditorSession } from '../context.tsx';
import { listNamedResults, quoteResult } from '../results/named-results.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { currentSchemaOf } from '../tree/current-schema.ts';
import { describeColumn } from './column-panel.ts';
import type { CompletionParts } from './completion-view.ts';
import { findTables, knownTables } from './known-tables.ts';

/** What completion knows of the tab's database; read from what the tree has loaded, columns when they are asked for. */
export function useCatalog(tab: EditorTab | undefined): CompletionParts {
  const client = useQueryClient();
  const { info, pinned } = useEditorSession();
  const latest = useRef(tab);
  latest.current = tab;
  return useMemo(() => {
    const isEmbedded = (id: number) => info.getState().databases.some((one) => one.id === id && one.is_embedded);
    const ownSchemaOf = (id: number) => info.getState().databases.find((one) => one.id === id)?.default_schema;
    const namesOf = (tabId: string) =>
      listNamedResults(pinned.store.getState().results, tabId).map(({ name }) => `result(${quoteResult(name)})`);
    const catalog = (): Catalog | null => {
      const dbId = latest.current?.dbId;
      if (dbId === null || dbId === undefined) return null;
      const home = latest.current?.catalog;
      const schemas = client.getQueryData(schemasQuery(dbId, home).queryKey) ?? [];
      const functions = client.getQueryData(functionsQuery(dbId).queryKey);
      if (!functions) void client.prefetchQuery(functionsQuery(dbId));
      const currentSchema = currentSchemaOf(latest.current?.schema, { names: schemas, own: ownSchemaOf(dbId) });
      const { tables, partly } = knownTables(client, { dbId, catalog: home }, schemas);
      const isLike = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();
      return {
        ...{ schemas, currentSchema, tables, isWhole: partly.length === 0 },
        findTables: (text, schema) => {
          const meant = schema === null ? partly : partly.filter((name) => isLike(name, schema));
          const isCurrent = (name: string) => name === currentSchema;
          const ordered = [...meant.filter(isCurrent), ...meant.filter((name) => !isCurrent(name))];
          return findTables(client, { dbId, catalog: home, text, schemas: ordered });
        },
        functions: functions ?? [],
        results: isEmbedded(dbId) ? namesOf(latest.current?.id ?? '') : [],
        keywords,
        loadColumns: async (schema, table) => {
          const metadata = await client
            .fetchQuery(tableQuery({ dbId, catalog: home ?? null, schema, table }))
            .catch(() => null);
          return (metadata?.columns ?? []).map((column) => ({
            name: column.name,
            nativeType: column.type,
            type: columnTypeOf(column.type_generic),
          }));
        },
      };
    };
    const describe = async (option: CompletionOption) => {
      const dbId = latest.current?.dbId;
      if (!option.source || dbId === null || dbId === undefined) return null;
      return describeColumn(client, {
        dbId,
        catalog: latest.current?.catalog ?? null,
        ...option.source,
        column: option.label,
      });
    };
    return { catalog, describe };
  }, [client, info, pinned]);
}
