import type { EngineColumn, TableName } from '../engine.ts';
import type { TextRow } from '../remote/index.ts';
import { type Ask, createInformationSchema } from '../warehouse/index.ts';
import { toShown, toStored } from './names.ts';
import { familyOf } from './values.ts';

/** What the server tells about the tables of a database. */
export const createCatalog = createInformationSchema({
  literal,
  holds: (column, text) => `CONTAINS(lower(${column}), ${literal(text)})`,
  readColumns: async (ask, name) => ({ columns: await readColumns(ask, name) }),
  readComment,
  listFunctionNames,
  toShown,
  toStored,
});

async function readColumns(ask: Ask, name: TableName): Promise<readonly EngineColumn[]> {
  const rows = await ask(
    `SELECT column_name, data_type, numeric_precision, numeric_scale, is_nullable, comment
     FROM information_schema.columns WHERE ${placeOf(name)} ORDER BY ordinal_position`,
  );
  return rows.map(([column, type, precision, scale, nullable, comment]) => {
    const nativeType = toNativeType(type ?? '', { precision, scale });
    return {
      ...{ name: column ?? '', nativeType, type: familyOf(nativeType).type },
      isNullable: nullable !== 'NO',
      comment: comment || null,
    };
  });
}

interface Size {
  readonly precision: string | null | undefined;
  readonly scale: string | null | undefined;
}

/** As answers name their types. */
function toNativeType(type: string, { precision, scale }: Size): string {
  if (type === 'NUMBER') return `NUMBER(${precision ?? 38},${scale ?? 0})`;
  return type === 'TEXT' ? 'VARCHAR' : type;
}

async function readComment(ask: Ask, name: TableName): Promise<string | null> {
  const rows = await ask(`SELECT comment FROM information_schema.tables WHERE ${placeOf(name)}`).catch(() => []);
  return rows[0]?.[0] || null;
}

/** Its second column are the names. */
async function listFunctionNames(ask: Ask): Promise<readonly string[]> {
  const rows: readonly TextRow[] = await ask('SHOW BUILTIN FUNCTIONS').catch(() => []);
  const names = rows.map((row) => (row[1] ?? '').toLowerCase());
  return [...new Set(names)].filter((name) => /^[a-z]\w*$/.test(name)).sort();
}

function placeOf({ schema, table }: TableName): string {
  return `table_schema = ${literal(toStored(schema))} AND table_name = ${literal(toStored(table))}`;
}

function literal(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
