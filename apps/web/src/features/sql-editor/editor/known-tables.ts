import type { TableListItem } from '@powerset/contract';
import type { QueryClient } from '@tanstack/react-query';
import { foundTablesQuery, type SchemaPlace, tablesQuery } from '../../../databases/index.ts';
import type { KnownTable } from '../completion/options.ts';
import { joinPages, type TablesPage } from '../tree/schema-tables.ts';

export interface KnownTables {
  readonly tables: readonly KnownTable[];
  /** Schemas with tables that are not among them. */
  readonly partly: readonly string[];
}

type Within = Pick<SchemaPlace, 'dbId' | 'catalog'>;

/** The tables that the tree has read by now. */
export function knownTables(client: QueryClient, within: Within, schemas: readonly string[]): KnownTables {
  const read = schemas.map((schema) => ({ schema, known: joinPages(readPages(client, { ...within, schema })) }));
  return {
    tables: read.flatMap(({ schema, known }) => (known?.listed ?? []).map((table) => toKnown(schema, table))),
    partly: read.flatMap(({ schema, known }) => (known && known.listed.length >= known.count ? [] : [schema])),
  };
}

function readPages(client: QueryClient, place: SchemaPlace) {
  const pages: TablesPage[] = [];
  for (;;) {
    const page = client.getQueryData(tablesQuery({ ...place, page: pages.length }).queryKey);
    if (!page) return pages;
    pages.push(page);
  }
}

function toKnown(schema: string, { value, type }: TableListItem): KnownTable {
  return { schema, name: value, isView: type === 'view' };
}

/** Schemas that are asked for one text. */
const maxAsked = 5;

export interface TablesQuestion extends Within {
  readonly text: string;
  /** In the order in which they are likely meant. */
  readonly schemas: readonly string[];
}

/** Tables whose names hold a text, of schemas that are listed in part. */
export async function findTables(
  client: QueryClient,
  { text, schemas, ...within }: TablesQuestion,
): Promise<readonly KnownTable[]> {
  const asked = schemas.slice(0, maxAsked).map(async (schema) => {
    // Without them the list is of what is known.
    const found = await client.fetchQuery(foundTablesQuery({ ...within, schema }, text)).catch(() => []);
    return found.map((table) => toKnown(schema, table));
  });
  return (await Promise.all(asked)).flat();
}
