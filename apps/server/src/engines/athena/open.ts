import type { Engine, EngineCapabilities } from '../engine.ts';
import { readTrinoScript, trinoFamilyOf } from '../trino/index.ts';
import { openWarehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { type AthenaSettings, Connection } from './client.ts';
import { toEngineError } from './errors.ts';

export interface AthenaOptions extends AthenaSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: false,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once: an account may run twenty, for all that use it. */
const slots = 8;

export function openAthena(options: AthenaOptions): Engine {
  const connection = new Connection(options);
  const { catalog, schema } = options;
  return openWarehouse(
    {
      ...{ dialect: 'trino', capabilities, slots, connection, catalog, defaultSchema: schema },
      readStatements: readTrinoScript,
      familyOf: trinoFamilyOf,
      toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
      createCatalog: (ask) => createCatalog(connection, catalog, ask),
      // The service tells no case apart.
      foldName: (name) => name.toLowerCase(),
      explainHead: 'EXPLAIN ',
      planHead: () => null,
      ping: () =>
        connection.call('ListDatabases', { CatalogName: catalog, MaxResults: 1 }, AbortSignal.timeout(20_000)),
    },
    options,
  );
}
