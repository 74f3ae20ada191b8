import type { Engine, EngineCapabilities } from '../engine.ts';
import { openWarehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog } from './catalog.ts';
import { type ConnectionSettings, DruidConnection } from './client.ts';
import { toEngineError } from './errors.ts';
import { mainSchema, readStatements, withSchemas } from './grammar.ts';
import { familyOf } from './values.ts';

export interface DruidOptions extends ConnectionSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: false,
  canIngestFiles: false,
  supportsSubqueryJoins: false,
  supportsOffset: true,
};

/** Queries at once; more connections are left for questions about tables. */
const slots = 6;

export function openDruid(options: DruidOptions): Engine {
  return openWarehouse(
    {
      ...{ dialect: 'druid', capabilities, slots, readStatements, familyOf, createCatalog },
      connection: new DruidConnection(options),
      toSent: withSchemas,
      catalog: mainSchema,
      defaultSchema: mainSchema,
      toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
      explainHead: 'EXPLAIN PLAN FOR ',
      planHead: () => null,
      ping: (ask) => ask('SELECT 1'),
    },
    options,
  );
}
