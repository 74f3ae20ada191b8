import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { notRead } from './source.ts';

/** A column as the table's description has it; the shapes are those of the specification. */
export interface IcebergField {
  readonly id: number;
  readonly name: string;
  readonly type: IcebergType;
}

export type IcebergType =
  | string
  | { readonly type: 'struct'; readonly fields: readonly IcebergField[] }
  | { readonly type: 'list'; readonly element: IcebergType }
  | { readonly type: 'map'; readonly key: IcebergType; readonly value: IcebergType };

export interface IcebergSchema {
  readonly 'schema-id'?: number;
  readonly fields: readonly IcebergField[];
}

const types: Readonly<Record<string, string>> = {
  boolean: 'BOOLEAN',
  int: 'INTEGER',
  long: 'BIGINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  date: 'DATE',
  time: 'TIME',
  timestamp: 'TIMESTAMP',
  timestamptz: 'TIMESTAMPTZ',
  string: 'VARCHAR',
  uuid: 'UUID',
  binary: 'BLOB',
};

export function toNativeType(type: IcebergType, table: string): string {
  if (typeof type === 'string') return toPlainType(type, table);
  if (type.type === 'struct')
    return `STRUCT(${type.fields.map((field) => `${quoteName(field.name)} ${toNativeType(field.type, table)}`).join(', ')})`;
  if (type.type === 'list') return `${toNativeType(type.element, table)}[]`;
  if (type.type === 'map') return `MAP(${toNativeType(type.key, table)}, ${toNativeType(type.value, table)})`;
  throw notRead(table, 'a type that is not known');
}

function toPlainType(type: string, table: string): string {
  const decimal = /^decimal\((\d{1,2}), ?(\d{1,2})\)$/.exec(type);
  if (decimal) return `DECIMAL(${decimal[1]}, ${decimal[2]})`;
  const known = /^fixed\[\d+\]$/.test(type) ? 'BLOB' : types[type];
  if (known === undefined) throw notRead(table, `the type ${type}`);
  return known;
}

/** How the engine finds columns: by their ids, so that one that was renamed is the same. */
export function toSchemaOption({ fields }: IcebergSchema, table: string): string {
  const columns = fields.map(
    ({ id, name, type }) =>
      `${Number(id)}: {name: ${quoteText(name)}, type: ${quoteText(toNativeType(type, table))}, default_value: NULL}`,
  );
  return `MAP {${columns.join(', ')}}`;
}

/** Parts of columns are found by their names: one that was ever called otherwise would be empty without a word. */
export function hasChangedParts(current: IcebergSchema, all: readonly IcebergSchema[]): boolean {
  const nested = current.fields.filter(({ type }) => typeof type !== 'string');
  const isOther = (field: IcebergField) =>
    all.some(({ fields }) =>
      fields.some(({ id, type }) => id === field.id && JSON.stringify(type) !== JSON.stringify(field.type)),
    );
  return nested.some(isOther);
}
