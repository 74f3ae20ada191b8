import type { Engine, EngineCapabilities } from '../../engine.ts';
import { openWarehouse, type WarehouseOptions } from '../../warehouse/index.ts';
import { HiveConnection } from '../client.ts';
import type { ConnectionSettings } from '../sasl-stream.ts';
import { familyOf } from '../values.ts';
import { createImpalaCatalog } from './catalog.ts';
import { toImpalaError } from './errors.ts';
import { readImpalaScript } from './grammar.ts';
import { TableGuard } from './known-tables.ts';

export interface ImpalaOptions extends ConnectionSettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  // It tells how far a statement is by a question that the protocol's other servers do not have.
  hasProgress: false,
  canEstimateCost: false,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once; two more connections are left for questions about tables. */
const slots = 6;
/** A server from before release 3.1 knows no such option, and is in the zone of its host. */
const sessionSettings: readonly string[] = ['SET TIMEZONE=UTC'];

export function openImpala(options: ImpalaOptions): Engine {
  const connection = new HiveConnection(options, {
    settingsOf: () => ({ statements: sessionSettings, areNeeded: false }),
    keepsSessions: true,
    tellsMoreRows: true,
  });
  return openWarehouse(
    {
      ...{ dialect: 'impala', capabilities, slots, readStatements: readImpalaScript, familyOf },
      createCatalog: createImpalaCatalog,
      connection: new TableGuard(connection, () => performance.now()),
      // Its names have two parts.
      catalog: '',
      defaultSchema: options.schema,
      toError: (error, headLength) => toImpalaError(error, { ...options, headLength }),
      // The server tells no case apart.
      foldName: (name) => name.toLowerCase(),
      explainHead: 'EXPLAIN ',
      planHead: () => null,
      ping: (ask) => ask('SELECT 1'),
    },
    options,
  );
}
