import type { WireTableColumnProfile } from '@powerset/contract';
import { dialectByName } from '@powerset/sql';
import type { User } from '../../access/index.ts';
import { assertTablesAccess, defaultSchemaOf, permitText, readCatalog } from '../../catalog/index.ts';
import { notFound } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { getDatabase } from './execute.ts';

export interface ColumnQuestion {
  readonly user: User;
  readonly databaseId: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table: string;
  readonly column: string;
  readonly signal: AbortSignal;
}

const topCount = 5;
const timeoutMs = 5000;

/** Reads a column of a stored table that the user may read; one short query for its figures, one for its values. */
export async function profileColumn(services: Services, question: ColumnQuestion): Promise<WireTableColumnProfile> {
  const { user, databaseId, table, column, signal } = question;
  const database = await getDatabase(services, databaseId);
  const schema = question.schema || defaultSchemaOf(database);
  const catalog = readCatalog(database, question.catalog);
  const tables = [{ ...(catalog ? { catalog } : {}), schema, table }];
  // No connection is opened for whoever may not read it.
  await assertTablesAccess(services.store, { user, database, tables });
  const engine = await permitText(services, {
    user,
    database,
    tables,
    engine: await services.engines.get(databaseId, user, catalog),
  });
  const description = await engine.describeTable({ schema, table });
  if (!description.columns.some(({ name }) => name === column)) throw notFound();
  const { quoteIdentifier, castToText } = dialectByName(engine.dialect);
  const name = quoteIdentifier(column);
  const source = [schema, table]
    .filter((part): part is string => Boolean(part))
    .map(quoteIdentifier)
    .join('.');
  const read = async (sql: string) =>
    (await engine.run({ sql, maxRows: topCount, timeoutMs, fairnessKey: `user-${user.id}`, signal, isExact: true }))
      .table;
  const figures = await read(
    `SELECT COUNT(*) AS a, COUNT(${name}) AS b, COUNT(DISTINCT ${name}) AS c, ${castToText(`MIN(${name})`)} AS d, ${castToText(`MAX(${name})`)} AS e FROM ${source}`,
  );
  const [rowCount = 0, filled = 0, distinctCount = 0] = figures.columns
    .slice(0, 3)
    .map(({ values }) => Number(values[0] ?? 0));
  const [min, max] = figures.columns.slice(3).map(({ values }) => toText(values[0]));
  return {
    rowCount,
    nullShare: rowCount === 0 ? 0 : 1 - filled / rowCount,
    distinctCount,
    min: min ?? null,
    max: max ?? null,
    topValues: isTelling(distinctCount, filled) ? await readTopValues(read, { name, source, castToText }) : [],
  };
}

/** Values that hardly ever repeat say nothing about a column. */
function isTelling(distinctCount: number, filled: number): boolean {
  return distinctCount > 0 && (distinctCount <= 50 || distinctCount * 5 < filled) && distinctCount <= 100_000;
}

interface ValuesPlace {
  readonly name: string;
  readonly source: string;
  readonly castToText: (sql: string) => string;
}

async function readTopValues(
  read: (sql: string) => Promise<{ readonly columns: readonly { readonly values: readonly unknown[] }[] }>,
  { name, source, castToText }: ValuesPlace,
): Promise<WireTableColumnProfile['topValues']> {
  const table = await read(
    `SELECT ${castToText(name)} AS v, COUNT(*) AS n FROM ${source} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY n DESC, v LIMIT ${topCount}`,
  );
  const [values, counts] = table.columns;
  return (values?.values ?? []).map((value, row) => ({
    value: toText(value),
    count: Number(counts?.values[row] ?? 0),
  }));
}

function toText(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value).slice(0, 200);
}
