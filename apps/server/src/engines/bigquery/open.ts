import type { Engine, EngineCapabilities } from '../engine.ts';
import { openWarehouse, type ReadStatement, type Warehouse, type WarehouseOptions } from '../warehouse/index.ts';
import { createCatalog, toEngineColumn } from './catalog.ts';
import { type BigQuerySettings, Connection } from './client.ts';
import { toEngineError } from './errors.ts';
import { readStatements, withProject } from './grammar.ts';
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
  const own = project.toLowerCase();
  const place = { host: endpoint.hostname, port: Number(endpoint.port || 443), project };
  const toWarehouse = (connection: Connection): Warehouse => ({
    ...{ dialect: 'bigquery', capabilities, slots, connection, readStatements, familyOf },
    catalog: connection.settings.otherProject ?? own,
    others: {
      ...{ own, isClosed: (name) => !projectId.test(name), list: () => connection.listProjects() },
      enter: (name) => toWarehouse(connection.inProject(name)),
    },
    toSent: (statement) => sentBy(connection, statement),
    defaultSchema: options.dataset,
    // Of a text into which projects were written, the service counts other places than its author.
    toError: (error, headLength) =>
      toEngineError(error, { ...place, headLength: connection.settings.otherProject ? null : headLength }),
    createCatalog: (ask) => createCatalog(connection, ask),
    explainHead: null,
    planHead: () => null,
    estimate: async (statement, { schema, signal }) => {
      const { bytes } = await connection.dryRun({ sql: sentBy(connection, statement), schema, signal });
      return { 'Bytes processed': toBytesText(bytes) };
    },
    describeQuery: async (statement, asked) => {
      const { fields } = await connection.dryRun({ sql: sentBy(connection, statement), ...asked });
      return fields.map(toEngineColumn);
    },
    ping: () => connection.get('/datasets?maxResults=1', AbortSignal.timeout(20_000)),
    as: (tokens) => toWarehouse(connection.as(tokens)),
  });
  return openWarehouse(toWarehouse(new Connection(options)), options);
}

/** A project's id. Its number would be a second name of it, of which nobody here could tell whose it is. */
const projectId = /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]*$/;

function sentBy({ settings: { otherProject } }: Connection, statement: ReadStatement): string {
  return otherProject ? withProject(statement, otherProject) : statement.text;
}

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1.5 GB`. */
function toBytesText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${Number((bytes / 1000 ** step).toPrecision(3)).toLocaleString('en')} ${units[step]}`;
}
