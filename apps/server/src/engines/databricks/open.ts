import type { Engine, EngineCapabilities } from '../engine.ts';
import {
  isSystemCatalog,
  openWarehouse,
  showCatalogs,
  type Warehouse,
  type WarehouseOptions,
} from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { Connection, type DatabricksSettings } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import { familyOf } from './values.ts';

export interface DatabricksOptions extends DatabricksSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: false,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once: a warehouse of one cluster runs ten. */
const slots = 8;

export function openDatabricks(options: DatabricksOptions): Engine {
  const toWarehouse = (connection: Connection): Warehouse => ({
    ...{ dialect: 'databricks', capabilities, slots, connection, readStatements, familyOf },
    catalog: connection.settings.catalog,
    others: {
      ...{ own: options.catalog, isClosed: isSystemCatalog, list: showCatalogs },
      enter: (catalog) => toWarehouse(connection.inCatalog(catalog)),
    },
    defaultSchema: options.schema,
    toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
    createCatalog: createCatalog(connection.settings.catalog),
    // The server tells no case apart.
    foldName: (name) => name.toLowerCase(),
    explainHead: 'EXPLAIN ',
    planHead: () => null,
    ping: (ask) => ask('SELECT 1'),
    as: (tokens) => toWarehouse(connection.as(tokens)),
  });
  return openWarehouse(toWarehouse(new Connection(options)), options);
}
