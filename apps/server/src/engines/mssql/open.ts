import { mssql } from '@powerset/sql';
import type { Engine, EngineCapabilities, EngineColumn } from '../engine.ts';
import { type Ask, openWarehouse, type ReadStatement, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { MssqlConnection } from './client.ts';
import type { ConnectionSettings } from './driver.ts';
import { toEngineError } from './errors.ts';
import { MssqlFailure } from './failures.ts';
import { readStatements, withSchemas } from './grammar.ts';
import { toPlan } from './plan.ts';
import { familyOf } from './values.ts';

export interface MssqlOptions extends ConnectionSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; two more connections are left for questions about tables. */
const slots = 6;

export function openMssql(options: MssqlOptions): Engine {
  const connection = new MssqlConnection(options);
  return openWarehouse(
    {
      ...{ dialect: 'mssql', capabilities, slots, readStatements, familyOf, createCatalog },
      connection,
      toSent: withSchemas,
      catalog: options.database,
      defaultSchema: 'dbo',
      toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
      // It tells plans by a setting of the session alone.
      explainHead: null,
      planHead: () => null,
      readPlan: async (statement, { schema, signal }) =>
        toPlan(await connection.plan(withSchemas(statement, schema), signal)),
      describeQuery: (statement, { schema, ask }) => describeQuery(statement, schema, ask),
      ping: (ask) => ask('SELECT 1'),
    },
    options,
  );
}

/** The server tells the columns of a statement without running it, and what is wrong with it in a row as well. */
async function describeQuery(statement: ReadStatement, schema: string, ask: Ask): Promise<readonly EngineColumn[]> {
  const rows = await ask(
    `SELECT d.name, d.system_type_name, d.is_nullable, CAST(d.error_number AS VARCHAR(20)), d.error_message
     FROM sys.dm_exec_describe_first_result_set(${mssql.stringLiteral(withSchemas(statement, schema))}, NULL, 0) d
     WHERE d.is_hidden = 0 OR d.error_number IS NOT NULL ORDER BY d.column_ordinal`,
  );
  const failed = rows.find((row) => row[3]);
  if (failed) throw new MssqlFailure({ number: Number(failed[3]), message: failed[4] ?? '' });
  return rows.map(([name, type, nullable]) => {
    const nativeType = (type ?? 'sql_variant').toUpperCase();
    return {
      ...{ name: name ?? '', nativeType, type: familyOf(nativeType).type },
      ...{ isNullable: nullable !== 'false', comment: null },
    };
  });
}
