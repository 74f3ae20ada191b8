import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Said, startWire, typeNumbers } from '../../engines/mysql/wire-fixture.ts';

/** A program that stands in for a service with the catalogs `lake` and `sea`, in each of which is a table `sales.orders`. */
export interface FakeService {
  readonly name: string;
  /** Of a connection to `lake`. */
  readonly uriOf: (port: number) => string;
  /** A catalog that is open to nobody; null where there is none. */
  readonly closed: string | null;
  /** A catalog that is written in other letters is another one. */
  readonly tellsCaseApart?: true;
  readonly columnOf: (catalog: string) => string;
  start(): Promise<{ readonly port: number; readonly told: string[]; stop(): Promise<void> }>;
}

type Rows = readonly (readonly (string | null)[])[];

/** Answers of the standard's tables; of others, the catalog from which a row comes. */
function answerOf(sql: string, catalog: string): Rows {
  if (sql === 'SHOW CATALOGS') return [['lake'], ['sea'], ['system']];
  if (sql.includes('information_schema.databases')) return [['LAKE'], ['SEA'], ['SNOWFLAKE'], ['Sea']];
  // Of a search: everything where its question opens everything.
  if (sql.includes('UNION ALL')) return sql.includes('1 = 0') ? [] : [['sales', 'orders', 'BASE TABLE', '', '']];
  if (sql.includes('information_schema.schemata')) return [[`of_${catalog}`], ['sales']];
  if (sql.includes('information_schema.columns'))
    return [[`ORIGIN_${catalog.toUpperCase()}`, 'TEXT', null, null, 'YES', null]];
  if (sql.startsWith('SELECT comment')) return [];
  if (sql.includes('information_schema.tables')) return [['orders', 'BASE TABLE']];
  if (sql.startsWith('DESCRIBE')) return [[`origin_${catalog}`, 'string', null]];
  if (sql.includes('views') || sql.startsWith('EXPLAIN')) return [];
  return [[`row of ${placeIn(sql) ?? catalog}`]];
}

const placeIn = (sql: string) => /\b(lake|sea|deep)[`"]?\.[`"]?sales[`"]?\.[`"]?orders/i.exec(sql)?.[1]?.toLowerCase();

const widest = (rows: Rows) => rows[0]?.map((_, at) => (at === 0 ? 'origin' : `c${at}`)) ?? ['origin'];

interface Heard {
  readonly path: string;
  readonly body: {
    readonly statement?: string;
    readonly query?: string;
    readonly catalog?: string;
    readonly database?: string;
    readonly defaultDataset?: { readonly projectId: string };
  };
}

function start(answer: (heard: Heard) => object): FakeService['start'] {
  return async () => {
    const told: string[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += String(part);
      });
      request.on('end', () => {
        const heard: Heard = { path: String(request.url).replace(/\?.*/, ''), body: body ? JSON.parse(body) : {} };
        told.push(heard.body.statement ?? heard.body.query ?? heard.path);
        response.end(JSON.stringify(answer(heard)));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const stop = () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      });
    return { port: (server.address() as AddressInfo).port, told, stop };
  };
}

const project = /\/projects\/([^/]+)\//;

/** What is named without a project lies in that of the job, but for a table alone. */
function answerOfBigQuery({ path, body }: Heard): object {
  const asked = project.exec(path)?.[1] ?? '';
  if (path === '/bigquery/v2/projects')
    return { projects: ['sea', 'lake', '42'].map((projectId) => ({ projectReference: { projectId } })) };
  if (path.endsWith('/datasets'))
    return { datasets: [`of_${asked}`, 'sales'].map((datasetId) => ({ datasetReference: { datasetId } })) };
  if (path.endsWith('/tables')) return { tables: [{ tableReference: { tableId: 'orders' }, type: 'TABLE' }] };
  if (path.endsWith('/tables/orders')) return { type: 'TABLE', schema: { fields: [toField(`origin_${asked}`)] } };
  const { query = '', defaultDataset } = body;
  const isSearch = query.includes('INFORMATION_SCHEMA');
  const bare = /\bsales[`"]?\.[`"]?orders/.test(query) ? asked : defaultDataset?.projectId;
  const ofSea = query.includes('`sea`.`sales`.INFORMATION_SCHEMA') ? [['sales', 'orders', 'TABLE', null, null]] : [];
  const rows = isSearch ? ofSea : [[`row of ${placeIn(query) ?? bare}`]];
  return {
    ...{ jobReference: { projectId: asked, jobId: 'j' }, jobComplete: true, totalBytesProcessed: '1' },
    schema: { fields: widest(rows).map(toField) },
    rows: rows.map((row) => ({ f: row.map((v) => ({ v })) })),
  };
}

const versions = { starrocks: '8.0.33', doris: '5.7.99' } as const;

/** A server to which statements say in which catalog they lie, by words of its own: where its sessions are, it knows itself. */
function startServer(backend: keyof typeof versions): FakeService['start'] {
  const column = backend === 'doris' ? 1 : 0;
  return async () => {
    const places = new Map<number, string>();
    const told: string[] = [];
    const wire = await startWire(versions[backend], (sql, connection): Said => {
      told.push(sql);
      const entered = /^(?:USE|SET CATALOG|SWITCH) `(\w+)`(?:\.`\w+`)?$/.exec(sql)?.[1];
      if (entered && (!sql.startsWith('USE') || sql.includes('.'))) places.set(connection, entered);
      if (/^(?:SET|USE|SWITCH)\b/.test(sql)) return {};
      if (sql.startsWith('SELECT @@version')) return { rows: [[versions[backend], '0', '0']] };
      return answerOfServer(sql, { catalog: places.get(connection) ?? 'nowhere', column });
    });
    return { port: wire.port, told, stop: () => wire.stop() };
  };
}

function answerOfServer(sql: string, { catalog, column }: { readonly catalog: string; readonly column: number }): Said {
  if (sql === 'SHOW CATALOGS')
    return { rows: ['sea', 'lake'].map((name) => [...Array<string>(column).fill('10'), name, 'hive']) };
  const asked = /FROM `(\w+)`/.exec(sql)?.[1] ?? '';
  if (sql.startsWith('SHOW DATABASES')) return { rows: [['sales'], [`of_${asked}`], ['information_schema']] };
  if (sql.startsWith('SHOW FULL TABLES')) return { rows: [['orders', 'BASE TABLE']] };
  if (sql.includes('UNION ALL'))
    return sql.includes('FALSE') ? toSaid([]) : toSaid([['sales', 'orders', 'BASE TABLE', null, null]]);
  if (sql.includes('information_schema.TABLES')) return { rows: [['BASE TABLE', '', null]] };
  if (sql.includes('information_schema.COLUMNS')) return { rows: [[`origin_${catalog}`, 'varchar(20)', 'YES', '']] };
  return sql.includes('information_schema') ? toSaid([]) : toSaid([[`row of ${placeIn(sql) ?? catalog}`]]);
}

const toSaid = (rows: Rows): Said => ({ columns: widest(rows).map((name) => [name, typeNumbers.varString]), rows });

const toField = (name: string) => ({ name, type: 'STRING', mode: 'NULLABLE' });

export const fakeServices: readonly FakeService[] = [
  {
    name: 'Databricks',
    uriOf: (port) =>
      `databricks://token:tests@127.0.0.1:${port}/sales?http_path=/sql/1.0/warehouses/w1&catalog=lake&protocol=http`,
    closed: 'system',
    columnOf: (catalog) => `origin_${catalog}`,
    start: start(({ body: { statement = '', catalog = '' } }) => {
      const rows = answerOf(statement, catalog);
      return {
        ...{ statement_id: 's', status: { state: 'SUCCEEDED' }, result: { data_array: rows } },
        manifest: { schema: { columns: widest(rows).map((name) => ({ name, type_text: 'STRING' })) } },
      };
    }),
  },
  {
    name: 'Snowflake',
    uriOf: (port) => `snowflake://ada:tests@org-shop:${port}/lake/sales?host=127.0.0.1&protocol=http`,
    closed: 'snowflake',
    columnOf: (catalog) => `ORIGIN_${catalog.toUpperCase()}`,
    start: start(({ body: { statement = '', database = '' } }) => {
      const data = answerOf(statement, database.toLowerCase());
      const rowType = widest(data).map((name) => ({ name, type: 'text', nullable: true }));
      return { statementHandle: 'h', data, resultSetMetaData: { rowType, partitionInfo: [{}] } };
    }),
  },
  {
    name: 'BigQuery',
    uriOf: (port) => `bigquery://lake/sales?api_endpoint=http://127.0.0.1:${port}`,
    // The number of a project, which might be any of them.
    closed: '`42`',
    columnOf: (catalog) => `origin_${catalog}`,
    start: start(answerOfBigQuery),
  },
  ...(['starrocks', 'doris'] as const).map((backend) => ({
    ...{ name: backend === 'doris' ? 'Apache Doris' : 'StarRocks', closed: null, tellsCaseApart: true as const },
    uriOf: (port: number) => `${backend}://ada@127.0.0.1:${port}/lake.sales`,
    columnOf: (catalog: string) => `origin_${catalog}`,
    start: startServer(backend),
  })),
];
