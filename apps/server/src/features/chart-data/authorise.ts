import type { QueryDataset } from '@powerset/query';
import { type Engine, findDatabaseKind, type StatementAnalysis } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';

type TableReference = StatementAnalysis['tables'][number];

/**
 * The last gate before an engine: the text is one SELECT in the engine's own reading, and reads nothing but what the
 * dataset reads. So a fragment that slipped through every check before it still reaches no other data.
 */
export async function assertReadsOnlyDataset(engine: Engine, dataset: QueryDataset, sql: string): Promise<void> {
  const statement = await analyseSelect(engine, sql);
  const allowed = dataset.sql
    ? (await analyseSelect(engine, dataset.sql)).tables
    : [{ schema: dataset.schema, table: dataset.table }];
  const defaultSchema = findDatabaseKind(engine.dialect)?.defaultSchema ?? null;
  const isAllowed = (table: TableReference) => allowed.some((known) => isSameTable(known, table, defaultSchema));
  const foreign = statement.tables.filter((table) => !isAllowed(table));
  if (foreign.length === 0) return;
  const names = foreign.map(({ schema, table }) => (schema ? `${schema}.${table}` : table));
  throw new AppError('TABLE_SECURITY_ACCESS_ERROR', {
    params: { tables: names.map((name) => `\`${name}\``).join(', ') },
    extra: { tables: names, link: '' },
  });
}

async function analyseSelect(engine: Engine, sql: string): Promise<StatementAnalysis> {
  const [statement, ...others] = await engine.analyse(sql);
  if (!statement || others.length > 0) {
    throw new AppError('GENERIC_DB_ENGINE_ERROR', {
      params: { message: 'Virtual dataset query cannot consist of multiple statements' },
    });
  }
  if (statement.kind !== 'select') {
    throw new AppError('GENERIC_DB_ENGINE_ERROR', { params: { message: 'Virtual dataset query must be read-only' } });
  }
  return statement;
}

/** A bare name means the table of that name in the engine's own schema, and in no other. */
function isSameTable(left: TableReference, right: TableReference, defaultSchema: string | null): boolean {
  const schemaOf = ({ schema }: TableReference) => (schema || defaultSchema)?.toLowerCase();
  return left.table.toLowerCase() === right.table.toLowerCase() && schemaOf(left) === schemaOf(right);
}
