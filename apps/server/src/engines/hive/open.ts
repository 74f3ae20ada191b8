import { createShownCatalog } from '../databricks/index.ts';
import type { Engine, EngineCapabilities } from '../engine.ts';
import { openWarehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { HiveConnection } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import type { ConnectionSettings } from './sasl-stream.ts';
import { familyOf } from './values.ts';

export interface HiveOptions extends ConnectionSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: true,
  canEstimateCost: false,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; two more connections are left for questions about tables. */
const slots = 6;

export function openHive(options: HiveOptions): Engine {
  return openWarehouse(
    {
      ...{ dialect: 'hive', capabilities, slots, readStatements, familyOf },
      createCatalog: createShownCatalog,
      connection: new HiveConnection(options),
      catalog: 'spark_catalog',
      defaultSchema: options.schema,
      toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
      // The server tells no case apart.
      foldName: (name) => name.toLowerCase(),
      explainHead: 'EXPLAIN ',
      planHead: () => null,
      ping: (ask) => ask('SELECT 1'),
    },
    options,
  );
}
