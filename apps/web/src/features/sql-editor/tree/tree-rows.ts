import type { TableListItem, TableMetadata } from '@powerset/contract';

export interface TreeData {
  readonly schemas: readonly string[];
  readonly tables: (schema: string) => readonly TableListItem[] | undefined;
  readonly table: (schema: string, name: string) => TableMetadata | undefined;
}

export type TreeRow =
  | {
      readonly kind: 'schema';
      readonly key: string;
      readonly schema: string;
      readonly isOpen: boolean;
      readonly count: number | null;
    }
  | {
      readonly kind: 'table';
      readonly key: string;
      readonly schema: string;
      readonly table: TableListItem;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'column';
      readonly key: string;
      readonly schema: string;
      readonly table: string;
      readonly column: TableMetadata['columns'][number];
      readonly isKey: boolean;
    }
  | { readonly kind: 'loading'; readonly key: string; readonly depth: number };

export interface TreeView {
  readonly open: ReadonlySet<string>;
  readonly search: string;
}

export function schemaKey(schema: string): string {
  return `schema ${schema}`;
}

export function tableKey(schema: string, table: string): string {
  return `table ${schema}.${table}`;
}

/** The tree as rows: what is open, or when something is searched every table and column that fits. */
export function toRows(data: TreeData, view: TreeView): readonly TreeRow[] {
  const needle = view.search.trim().toLowerCase();
  return data.schemas.flatMap((schema) => (needle ? searchedRows(data, schema, needle) : openRows(data, schema, view)));
}

function openRows(data: TreeData, schema: string, { open }: TreeView): readonly TreeRow[] {
  const isOpen = open.has(schemaKey(schema));
  const tables = data.tables(schema);
  const head: TreeRow = { kind: 'schema', key: schemaKey(schema), schema, isOpen, count: tables?.length ?? null };
  if (!isOpen) return [head];
  if (!tables) return [head, { kind: 'loading', key: `loading ${schema}`, depth: 1 }];
  return [
    head,
    ...tables.flatMap((table) => tableRows(data, { schema, table, isOpen: open.has(tableKey(schema, table.value)) })),
  ];
}

interface TableRequest {
  readonly schema: string;
  readonly table: TableListItem;
  readonly isOpen: boolean;
  /** Only these columns. */
  readonly fits?: (column: string) => boolean;
}

function tableRows(data: TreeData, { schema, table, isOpen, fits = () => true }: TableRequest): readonly TreeRow[] {
  const head: TreeRow = { kind: 'table', key: tableKey(schema, table.value), schema, table, isOpen };
  if (!isOpen) return [head];
  const known = data.table(schema, table.value);
  if (!known) return [head, { kind: 'loading', key: `loading ${schema}.${table.value}`, depth: 2 }];
  const columns = known.columns.filter((column) => fits(column.name));
  return [
    head,
    ...columns.map(
      (column): TreeRow => ({
        kind: 'column',
        key: `column ${schema}.${table.value}.${column.name}`,
        schema,
        table: table.value,
        column,
        isKey: column.keys.some((key) => key.type === 'pk'),
      }),
    ),
  ];
}

function searchedRows(data: TreeData, schema: string, needle: string): readonly TreeRow[] {
  const tables = data.tables(schema) ?? [];
  const rows = tables.flatMap((table) => {
    const columns = data.table(schema, table.value)?.columns ?? [];
    const hits = columns.filter((column) => column.name.toLowerCase().includes(needle));
    if (hits.length > 0)
      return tableRows(data, { schema, table, isOpen: true, fits: (name) => name.toLowerCase().includes(needle) });
    return table.value.toLowerCase().includes(needle) ? tableRows(data, { schema, table, isOpen: false }) : [];
  });
  if (rows.length === 0 && !schema.toLowerCase().includes(needle)) return [];
  const head: TreeRow = { kind: 'schema', key: schemaKey(schema), schema, isOpen: true, count: tables.length };
  return [head, ...rows];
}
