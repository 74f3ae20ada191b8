import type { Engine, EngineCapabilities } from '../engine.ts';
import {
  isSystemCatalog,
  openWarehouse,
  showCatalogs,
  type Warehouse,
  type WarehouseOptions,
} from '../warehouse/index.ts';
import { Connection, type ConnectionSettings } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import { createCatalog } from './inspection.ts';
import { familyOf } from './values.ts';

export interface TrinoOptions extends ConnectionSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: true,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; more connections are left for questions about tables. */
const slots = 6;

export function openTrino(options: TrinoOptions): Engine {
  const own = options.catalog;
  const toWarehouse = (connection: Connection): Warehouse => ({
    ...{ dialect: 'trino', capabilities, slots, connection, readStatements, familyOf },
    catalog: connection.settings.catalog,
    others: {
      ...{ own, isClosed: isSystemCatalog, list: showCatalogs },
      enter: (catalog) => toWarehouse(connection.inCatalog(catalog)),
    },
    defaultSchema: options.defaultSchema,
    toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
    createCatalog,
    // The server tells no case apart.
    foldName: (name) => name.toLowerCase(),
    explainHead: 'EXPLAIN ',
    planHead: (isMeasured) => (isMeasured ? null : 'EXPLAIN (TYPE LOGICAL, FORMAT JSON)'),
    estimate: readCost,
    ping: (ask) => ask('SELECT schema_name FROM information_schema.schemata LIMIT 1'),
    as: (tokens) => toWarehouse(connection.as(tokens)),
  });
  return openWarehouse(toWarehouse(new Connection(options)), options);
}

const readCost: Warehouse['estimate'] = async ({ text }, { ask }) => {
  const head = 'EXPLAIN (TYPE IO, FORMAT JSON) ';
  const [row] = await ask(`${head}${text}`, { headLength: head.length });
  return readEstimate(row?.[0] ?? '');
};

const figures: readonly (readonly [name: string, label: string, unit: string])[] = [
  ['outputRowCount', 'Output count', ' rows'],
  ['outputSizeInBytes', 'Output size', ' B'],
  ['cpuCost', 'CPU cost', ''],
  ['maxMemory', 'Max memory', ' B'],
  ['networkCost', 'Network cost', ''],
];

/** What is not known (`NaN`) is left out; null where nothing is known. */
function readEstimate(json: string): Readonly<Record<string, string>> | null {
  // The documented shape of this answer; what is missing reads as nothing.
  const { estimate = {} } = JSON.parse(json) as { readonly estimate?: Readonly<Record<string, unknown>> };
  const known = figures.flatMap(([name, label, unit]) => {
    const value = Number(estimate[name] ?? Number.NaN);
    return Number.isFinite(value) ? [[label, `${Math.round(value).toLocaleString('en')}${unit}`] as const] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : null;
}
