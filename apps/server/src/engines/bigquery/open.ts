import type { Engine, EngineCapabilities } from '../engine.ts';
import { openWarehouse, type Warehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog, toEngineColumn } from './catalog.ts';
import { type BigQuerySettings, Connection } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements } from './grammar.ts';
import { familyOf } from './values.ts';

export interface BigQueryOptions extends BigQuerySettings, WarehouseOptions {}

const capabilities: EngineCapabilities = {
  hasSchemas: true,
  canCancel: true,
  hasProgress: false,
  canEstimateCost: true,
  canIngestFiles: false,
  supportsSubqueryJoins: true,
  supportsOffset: true,
};

/** Queries at once: the service runs many more, and each of them is paid for. */
const slots = 12;

export function openBigQuery(options: BigQueryOptions): Engine {
  const { endpoint, project } = options;
  const place = { host: endpoint.hostname, port: Number(endpoint.port || 443), project };
  const toWarehouse = (connection: Connection): Warehouse => ({
    ...{ dialect: 'bigquery', capabilities, slots, connection, readStatements, familyOf },
    catalog: project,
    defaultSchema: options.dataset,
    toError: (error, headLength) => toEngineError(error, { ...place, headLength }),
    createCatalog: (ask) => createCatalog(connection, ask),
    explainHead: null,
    planHead: () => null,
    estimate: async ({ text: sql }, { schema, signal }) => {
      const { bytes } = await connection.dryRun({ sql, schema, signal });
      return { 'Bytes processed': toBytesText(bytes) };
    },
    describeQuery: async ({ text: sql }, asked) => {
      const { fields } = await connection.dryRun({ sql, ...asked });
      return fields.map(toEngineColumn);
    },
    ping: () => connection.get('/datasets?maxResults=1', AbortSignal.timeout(20_000)),
    as: (tokens) => toWarehouse(connection.as(tokens)),
  });
  return openWarehouse(toWarehouse(new Connection(options)), options);
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.5 GB`. */
function toBytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${Number((bytes / 1000 ** step).toPrecision(3)).toLocaleString('en')} ${units[step]}`;
}
