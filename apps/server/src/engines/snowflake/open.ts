import type { Engine, EngineCapabilities } from '../engine.ts';
import { openWarehouse, type Warehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { Connection, type SnowflakeSettings } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import { toShown } from './names.ts';
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
    catalog: options.database,
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
