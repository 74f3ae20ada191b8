import type { Engine, EngineCapabilities } from '../engine.ts';
import { type Ask, openWarehouse, type Warehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { Connection, type SnowflakeSettings } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import { toShown } from './names.ts';
import { withoutCase } from './uri.ts';
import { familyOf } from './values.ts';

export interface SnowflakeOptions extends SnowflakeSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once: a warehouse of the usual size runs eight, and lets others wait. */
const slots = 8;

export function openSnowflake(options: SnowflakeOptions): Engine {
  const toWarehouse = (connection: Connection): Warehouse => ({
    ...{ dialect: 'snowflake', capabilities, slots, connection, readStatements, familyOf },
    catalog: connection.settings.database,
    others: {
      ...{ own: options.database, isClosed, list: listDatabases },
      enter: (database) => toWarehouse(connection.inDatabase(database)),
    },
    defaultSchema: options.schema,
    toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
    createCatalog,
    foldName: toShown,
    explainHead: 'EXPLAIN USING TEXT ',
    planHead: () => null,
    estimate: readCost,
    ping: (ask) => ask('SELECT 1'),
    as: (tokens) => toWarehouse(connection.as(tokens)),
  });
  return openWarehouse(toWarehouse(new Connection(options)), options);
}

/** The service's own database tells of what others ask; one whose name only quotes keep could not be told from its namesake. */
function isClosed(database: string): boolean {
  return database === 'snowflake' || database !== withoutCase(database);
}

async function listDatabases(ask: Ask): Promise<readonly string[]> {
  const rows = await ask('SELECT database_name FROM information_schema.databases ORDER BY database_name');
  return rows.flatMap(([name]) => (name ? toShown(name) : []));
}

/** Of the plan: how much of the tables is read. */
const readCost: Warehouse['estimate'] = async ({ text }, { ask }) => {
  const head = 'EXPLAIN USING JSON ';
  const [row] = await ask(`${head}${text}`, { headLength: head.length });
  // The documented shape of a plan; what is missing reads as nothing.
  const { GlobalStats: stats = {} } = JSON.parse(row?.[0] ?? '{}') as {
    readonly GlobalStats?: Readonly<Record<string, number>>;
  };
  const { partitionsAssigned, partitionsTotal, bytesAssigned } = stats;
  if (bytesAssigned === undefined) return null;
  return {
    'Bytes read': `${bytesAssigned.toLocaleString('en')} B`,
    Partitions: `${partitionsAssigned ?? 0} of ${partitionsTotal ?? 0}`,
  };
};
