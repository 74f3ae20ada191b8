import { createShownCatalog } from '../databricks/index.ts';
import type { Engine, EngineCapabilities } from '../engine.ts';
import { refusal } from '../remote/index.ts';
import {
  openWarehouse,
  type ReadStatement,
  showCatalogs,
  type Warehouse,
  type WarehouseOptions,
  withHeads,
} from '../warehouse/index.ts';
import { HiveConnection } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import { ownCatalog } from './own-catalog.ts';
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
  const connection = new HiveConnection(options);
  const warehouse: Warehouse = {
    ...{ dialect: 'hive', capabilities, slots, connection, readStatements, familyOf },
    createCatalog: createShownCatalog,
    catalog: ownCatalog,
    defaultSchema: options.schema,
    toError: (error, headLength) => toEngineError(error, { ...options, headLength }),
    // The server tells no case apart.
    foldName: (name) => name.toLowerCase(),
    explainHead: 'EXPLAIN ',
    planHead: () => null,
    ping: (ask) => ask('SELECT 1'),
  };
  if (!options.readsOthers) return openWarehouse(warehouse, options);
  const inCatalog = (catalog: string): Warehouse => ({
    ...{ ...warehouse, catalog, connection: connection.inCatalog(catalog) },
    createCatalog: (ask) => createShownCatalog(ask, catalog),
    // The connection's schema lies in its own catalog.
    defaultSchema: catalog === ownCatalog ? options.schema : '',
    others: {
      ...{ own: ownCatalog, isClosed: () => false, enter: inCatalog },
      list: async (ask) => {
        const names = [...(await showCatalogs(ask)), ...namesOfSettings(await ask('SET'))];
        return [...new Set(names.map((name) => (name === ownCatalog ? options.schema : name)))].sort();
      },
    },
    toSent: (statement, schema) => toSent(statement, { schema, catalog, closed: options.schema }),
    // Of a text into which catalogs were written, the server counts other places than its author.
    toError: (error) => toEngineError(error, { ...options, headLength: null }),
  });
  return openWarehouse(inCatalog(ownCatalog), options);
}

/** A server shows catalogs once they were asked for something; its settings name them all. */
function namesOfSettings(rows: readonly (readonly (string | null)[])[]): readonly string[] {
  return rows.flatMap(([key]) => /^spark\.sql\.catalog\.(\w+)$/.exec(key ?? '')?.[1] ?? []);
}

interface Sending {
  readonly schema: string;
  readonly catalog: string;
  /** The schema of the connection, by whose name its own catalog is called: of another one's tables nobody could tell whose they are. */
  readonly closed: string;
}

/** The server would take a schema's name for that of a catalog, where there is one: so each is written with its catalog. */
function toSent(statement: ReadStatement, { schema, catalog, closed }: Sending): string {
  const { text, catalogs, bareTables, schemaTables } = statement;
  if (catalogs.includes(closed) && closed !== ownCatalog)
    throw refusal(`The catalog "${closed}" may not be read here.`);
  if (schema === '' && bareTables.length > 0)
    throw refusal('A table is named by its catalog, its schema and its name.');
  return withHeads(text, schemaTables, (rest) => `\`${catalog}\`.${rest}`);
}
