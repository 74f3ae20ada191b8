import type { TableListItem, TableMetadata, WireCatalogHit } from '@powerset/contract';
import type { SchemaTables } from './schema-tables.ts';

export interface TreeData {
  readonly schemas: readonly string[];
  readonly tables: (schema: string) => SchemaTables | undefined;
  /** Why a page of a schema's tables did not come; absent while none failed. */
  readonly failure?: (schema: string) => unknown;
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
      /** The column that it refers to, as `table.column`. */
      readonly refersTo: string | null;
    }
  | {
      readonly kind: 'index';
      readonly key: string;
      readonly name: string;
      readonly columns: readonly string[];
      readonly isUnique: boolean;
    }
  /** There is more than is listed so far: of a schema, or of what a search found. */
  | { readonly kind: 'more'; readonly key: string; readonly left: number; readonly schema: string | null }
  | { readonly kind: 'empty'; readonly key: string }
  /** What comes next of a schema could not be read. */
  | { readonly kind: 'failed'; readonly key: string; readonly schema: string; readonly error: unknown }
  | { readonly kind: 'loading'; readonly key: string; readonly depth: number };

export interface TreeView {
  readonly open: ReadonlySet<string>;
  /** What a search found; null while nothing is searched. */
  readonly found: Found | null;
}

export interface Found {
  /** By schema. */
  readonly hits: readonly WireCatalogHit[];
  /** All that there are, also those that were not read yet. */
  readonly count: number;
}

export function schemaKey(schema: string): string {
  return `schema ${schema}`;
}

export function tableKey(schema: string, table: string): string {
  return `table ${schema}.${table}`;
}

/** The tree as rows: what is open, or what a search found with the columns that it found. */
export function toRows(data: TreeData, view: TreeView): readonly TreeRow[] {
  return view.found
    ? foundRows(data, view.open, view.found)
    : data.schemas.flatMap((name) => openRows(data, name, view));
}

function openRows(data: TreeData, schema: string, { open }: TreeView): readonly TreeRow[] {
  const isOpen = open.has(schemaKey(schema));
  const tables = data.tables(schema);
  const head: TreeRow = { kind: 'schema', key: schemaKey(schema), schema, isOpen, count: tables?.count ?? null };
  if (!isOpen) return [head];
  const error = data.failure?.(schema) ?? null;
  const failed: readonly TreeRow[] = error === null ? [] : [{ kind: 'failed', key: `failed ${schema}`, schema, error }];
  if (!tables) return [head, ...(error === null ? [loadingRow(schema)] : failed)];
  if (tables.count === 0 && error === null) return [head, { kind: 'empty', key: `empty ${schema}` }];
  return [
    head,
    ...tables.listed.flatMap((table) =>
      tableRows(data, { schema, table, isOpen: open.has(tableKey(schema, table.value)) }),
    ),
    ...(error === null ? moreRow(schema, tables.count - tables.listed.length) : failed),
  ];
}

function loadingRow(schema: string): TreeRow {
  return { kind: 'loading', key: `loading ${schema}`, depth: 1 };
}

function moreRow(schema: string | null, left: number): readonly TreeRow[] {
  return left > 0 ? [{ kind: 'more', key: `more ${schema ?? ''}`, left, schema }] : [];
}

interface TableRequest {
  readonly schema: string;
  readonly table: TableListItem;
  readonly isOpen: boolean;
}

function tableRows(data: TreeData, { schema, table, isOpen }: TableRequest): readonly TreeRow[] {
  const head: TreeRow = { kind: 'table', key: tableKey(schema, table.value), schema, table, isOpen };
  if (!isOpen) return [head];
  const known = data.table(schema, table.value);
  if (!known) return [head, { kind: 'loading', key: `loading ${schema}.${table.value}`, depth: 2 }];
  return [
    head,
    ...known.columns.map((column) => columnRow({ schema, table: table.value }, column)),
    ...known.indexes.map(
      ({ name, column_names: columns, type }, place): TreeRow => ({
        kind: 'index',
        key: `index ${schema}.${table.value}.${place}`,
        name: name ?? columns.join(', '),
        columns,
        isUnique: type === 'unique',
      }),
    ),
  ];
}

type Column = TableMetadata['columns'][number];

function columnRow({ schema, table }: { readonly schema: string; readonly table: string }, column: Column): TreeRow {
  return {
    kind: 'column',
    key: `column ${schema}.${table}.${column.name}`,
    schema,
    table,
    column,
    isKey: column.keys.some((key) => key.type === 'pk'),
    refersTo: referredColumn(column),
  };
}

/** What the column's foreign key names, as `table.column`; null where it has none. */
export function referredColumn({ name, keys }: Column): string | null {
  const key = keys.find(({ type }) => type === 'fk');
  if (!key?.referred_table) return null;
  const column = key.referred_columns?.[key.column_names.indexOf(name)];
  return column === undefined ? key.referred_table : `${key.referred_table}.${column}`;
}

function foundRows(data: TreeData, open: ReadonlySet<string>, { hits, count }: Found): readonly TreeRow[] {
  const schemas = [...new Set(hits.map(({ schema }) => schema))];
  const rows = schemas.flatMap((schema): readonly TreeRow[] => [
    { kind: 'schema', key: schemaKey(schema), schema, isOpen: true, count: data.tables(schema)?.count ?? null },
    ...hits.filter((hit) => hit.schema === schema).flatMap((hit) => hitRows(data, open, hit)),
  ]);
  return [...rows, ...moreRow(null, count - hits.length)];
}

/** A table with the columns that were found, or with all of them once it was unfolded. */
function hitRows(data: TreeData, open: ReadonlySet<string>, hit: WireCatalogHit): readonly TreeRow[] {
  const { schema, table: name, columns } = hit;
  const listed = data.tables(schema)?.listed.find(({ value }) => value === name);
  const table: TableListItem = listed ?? { value: name, type: hit.type, extra: null };
  if (open.has(tableKey(schema, name))) return tableRows(data, { schema, table, isOpen: true });
  const [head] = tableRows(data, { schema, table, isOpen: false });
  const found = columns.map((column) => {
    const known = data.table(schema, name)?.columns.find((one) => one.name === column.name);
    const bare = { ...column, longType: column.type, keys: [], comment: null, is_dttm: false };
    return columnRow({ schema, table: name }, known ?? bare);
  });
  return head ? [head, ...found] : found;
}
