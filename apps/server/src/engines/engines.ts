import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Secrets, User } from '../access/index.ts';
import type { Config } from '../config.ts';
import { parseDocument, type Store } from '../metadata/index.ts';
import { askingPeople, personalOf } from './asking-people.ts';
import { fromUri as fromAthenaUri, openAthena } from './athena/index.ts';
import { fromUri as fromBigQueryUri, openBigQuery } from './bigquery/index.ts';
import { noteCatalog, readsOtherCatalogs } from './catalogs.ts';
import { fromUri as fromClickhouseUri, openClickhouse } from './clickhouse/index.ts';
import { readSecret, secretOptionOf } from './connection-secret.ts';
import { engineFolder } from './database-files.ts';
import type { DatabaseKind } from './database-kind.ts';
import { fromUri as fromDatabricksUri, openDatabricks } from './databricks/index.ts';
import { fromUri as fromDruidUri, openDruid } from './druid/index.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from './duckdb/embedded-engine.ts';
import type { FileEngine } from './duckdb/file-engine.ts';
import { openSharedFileEngine, toEmbedded, toFolders, toSqliteProcess } from './embedded-processes.ts';
import { type Engine, EngineError } from './engine.ts';
import { type EnteredEngines, enteringEngines } from './entered-engine.ts';
import { fromUri as fromHiveUri, fromImpalaUri, openHive, openImpala } from './hive/index.ts';
import { MetHostKey } from './host-keys.ts';
import { Kerberos } from './kerberos/index.ts';
import { findDatabaseKind } from './kinds.ts';
import {
  fromFilesUri,
  fromStorageUri,
  ObjectCache,
  openFolder,
  openLake,
  openStorage,
  type TableSource,
} from './lake/index.ts';
import { openCatalogServer } from './lake-catalogs.ts';
import { fromUri as fromMssqlUri, openMssql } from './mssql/index.ts';
import { fromUri as fromMysqlUri, memberOf, mysqlKinds, mysqlMembers, openMysql } from './mysql/index.ts';
import { findReadableWay, type PersonalDatabase } from './oauth2-client.ts';
import { type ConnectionRow, createOpenedEngines, type OpenedEngines } from './opened-engines.ts';
import { type OpenWay, openWay } from './opened-lookout.ts';
import { closingWith, openTunnel } from './opened-tunnel.ts';
import { findOpeningProblem } from './opening.ts';
import { fromUri as fromOracleUri, openOracle, readFolderWallet, resolveAlias } from './oracle/index.ts';
import type { ReadLongScript } from './parsed-script.ts';
import {
  familyOfBackend,
  fromUri as fromPostgresqlUri,
  openPostgresql,
  postgresqlKind,
  postgresqlMembers,
} from './postgresql/index.ts';
import { createProbe, type EngineState, type ProbedEngine } from './probe.ts';
import { createResultSink, type ResultSink } from './remote/index.ts';
import { openResultPlace } from './results/open-storage.ts';
import { createResultStore, type ResultStore } from './results/result-store.ts';
import { openSharedResults, type SharedResults } from './results/shared-results.ts';
import { fromSheetsUri, openSheetsSource, readSheets } from './sheets/index.ts';
import { fromUri as fromSnowflakeUri, openSnowflake } from './snowflake/index.ts';
import { openSqlite } from './sqlite/index.ts';
import { nobody, type TokenSource } from './token-source.ts';
import { fromUri as fromTrinoUri, openTrino, withSecretSignIn } from './trino/index.ts';
import type { HostKeys, ReadPrivateKey } from './tunnel/index.ts';

export type { ConnectionRow } from './opened-engines.ts';

/** What became known while a connection was tried. */
export interface TriedConnection {
  /** The fingerprint of the SSH server's key; null without a tunnel. */
  readonly hostKey: string | null;
}

/** Every connected database's engine, opened at first use and shared by all. */
export interface Engines extends EnteredEngines {
  /** Reads stored results and uploaded files, in a process of its own that starts at first use. */
  readonly fileEngine: FileEngine;
  /** Results that the SQL editor keeps. */
  readonly results: ResultStore;
  /** The embedded engine of a database, for what only it can do: uploads, stored results; EngineError for another kind. */
  getEmbedded(databaseId: number): Promise<EmbeddedEngine>;
  /** Opens a connection that is not kept, asks it for an answer and closes it; EngineError says what is wrong. */
  tryConnection(connection: ConnectionRow): Promise<TriedConnection>;
  /** Which engines answer: the embedded ones, and those of other databases that are in use. Cheap to ask often. */
  states(): Promise<readonly EngineState[]>;
  /** What kept databases from being opened when they were last wanted. */
  failures(): ReadonlyMap<number, unknown>;
  /** Closes a database's engine, because its connection changed or it was deleted. */
  forget(databaseId: number): Promise<void>;
  close(): Promise<void>;
}

export interface EnginesOptions {
  readonly config: Config;
  readonly store: Store;
  readonly secrets: Secrets;
  readonly log: Logger;
  readonly readLongScript: ReadLongScript;
  readonly readPrivateKey: ReadPrivateKey;
  /** What a person is known by in a database where people sign in as themselves. */
  readonly tokensOf: (database: PersonalDatabase, person: User | null) => TokenSource;
  /** Given each engine that is opened, with its backend; what it brings is used. */
  readonly onOpen?: (engine: Engine, backend: string) => Engine;
}

interface OpeningOptions extends EnginesOptions, OpenWay {
  readonly resultSink: ResultSink;
  readonly tickets: Kerberos;
  readonly objectCache: ObjectCache;
}

type OpenEngine = (database: ConnectionRow, options: OpeningOptions) => Engine | Promise<Engine>;

const embeddedBackend = 'duckdb';

/** By backend, as the connection's URI names it. */
const openers: Readonly<Record<string, OpenEngine>> = {
  [embeddedBackend]: openDuckdb,
  ...openersOf([postgresqlKind, ...postgresqlMembers], openPostgresqlServer),
  ...openersOf([...mysqlKinds, ...mysqlMembers], openMysqlServer),
  clickhousedb: (database, options) =>
    openClickhouse({ ...fromClickhouseUri(readUri(database)), ...toRemote(database, options) }),
  sqlite: openSqliteFile,
  trino: openTrinoServer,
  presto: openTrinoServer,
  bigquery: openBigQueryService,
  awsathena: openAthenaCatalog,
  snowflake: openSnowflakeAccount,
  databricks: openDatabricksCatalog,
  hive: (database, options) => openHive({ ...fromHiveUri(readUri(database)), ...toRemote(database, options) }),
  impala: (database, options) => openImpala({ ...fromImpalaUri(readUri(database)), ...toRemote(database, options) }),
  files: openFiles,
  s3: openBucket,
  gsheets: openSheets,
  mssql: (database, options) => openMssql({ ...fromMssqlUri(readUri(database)), ...toRemote(database, options) }),
  oracle: openOracleServer,
  druid: (database, options) => openDruid({ ...fromDruidUri(readUri(database)), ...toRemote(database, options) }),
};

function openBigQueryService(database: ConnectionRow, options: OpeningOptions): Engine {
  return openBigQuery({
    ...fromBigQueryUri(readUri(database)),
    ...toRemote(database, options),
    credentials: personalOf(database, options)
      ? null
      : secretOptionOf(readSecret(database, options.secrets), 'credentials_info'),
  });
}

function openSnowflakeAccount(database: ConnectionRow, options: OpeningOptions): Engine {
  const params = secretOptionOf(readSecret(database, options.secrets), 'auth_params');
  const { privatekey_body: text, privatekey_pass: passphrase } = JSON.parse(params ?? '{}') as Readonly<
    Record<string, string | undefined>
  >;
  return openSnowflake({
    ...fromSnowflakeUri(readUri(database)),
    ...toRemote(database, options),
    privateKey: text && !personalOf(database, options) ? { text, passphrase: passphrase ?? null } : null,
  });
}

async function openOracleServer(database: ConnectionRow, options: OpeningOptions): Promise<Engine> {
  const text = secretOptionOf(readSecret(database, options.secrets), 'wallet');
  const { pem, password = null } = JSON.parse(text ?? '{}') as Readonly<Record<string, string | undefined>>;
  const { walletFolders } = options.config;
  const parts = await resolveAlias(fromOracleUri(readUri(database)), walletFolders);
  const wallet = pem ? { pem, password } : await readFolderWallet(parts, password, walletFolders);
  return openOracle({ ...parts, ...toRemote(database, options), wallet });
}

function openAthenaCatalog(database: ConnectionRow, options: OpeningOptions): Engine {
  const { password: secretKey, ...remote } = toRemote(database, options);
  return openAthena({ ...fromAthenaUri(readUri(database)), ...remote, secretKey });
}

function openDatabricksCatalog(database: ConnectionRow, options: OpeningOptions): Engine {
  const { password: token, ...remote } = toRemote(database, options);
  return openDatabricks({ ...fromDatabricksUri(readUri(database)), ...remote, token });
}

function openTrinoServer(database: ConnectionRow, options: OpeningOptions): Engine {
  const { encrypted_extra: extra } = readSecret(database, options.secrets);
  const parts = withSecretSignIn(fromTrinoUri(readUri(database)), extra);
  return openTrino({ ...parts, ...toRemote(database, options) });
}

function openersOf(kinds: readonly DatabaseKind[], open: OpenEngine): Readonly<Record<string, OpenEngine>> {
  return Object.fromEntries(kinds.map(({ backend }) => [backend, open]));
}

function openPostgresqlServer(database: ConnectionRow, options: OpeningOptions): Promise<Engine> {
  const family = familyOfBackend(database.backend);
  return openPostgresql({ ...fromPostgresqlUri(readUri(database)), ...toRemote(database, options), family });
}

function openMysqlServer(database: ConnectionRow, options: OpeningOptions): Engine {
  const member = memberOf(database.backend);
  return openMysql({ ...fromMysqlUri(readUri(database)), ...toRemote(database, options), member });
}

function readUri({ backend, sqlalchemy_uri: uri }: ConnectionRow): string {
  const problem = findDatabaseKind(backend)?.findUriProblem(uri);
  if (problem) throw unavailable(problem);
  return uri;
}

/** What every engine on another server is given besides its address. */
function toRemote(
  database: ConnectionRow,
  { secrets, resultSink, readLongScript, log, policy, tickets }: OpeningOptions,
) {
  const secret = readSecret(database, secrets);
  const asksPeople = personalOf(database, { secrets }) !== null;
  return {
    // Nothing asks under the account of a connection in which people ask as themselves.
    password: asksPeople ? null : (secret.password ?? null),
    tokens: asksPeople ? nobody : null,
    serverCertificate: secret.server_cert ?? null,
    clientCertificate:
      secret.client_cert && secret.client_key ? { cert: secret.client_cert, key: secret.client_key } : null,
    ...{ policy, resultSink, readLongScript, tickets },
    readsOthers: readsOtherCatalogs(database),
    log: (line: string) => log.warn({ engine: database.database_name }, line),
  };
}

async function openSqliteFile(database: ConnectionRow, { config, resultSink, log }: OpeningOptions): Promise<Engine> {
  const problem = findDatabaseKind(database.backend)?.findUriProblem(database.sqlalchemy_uri);
  if (problem) throw unavailable(problem);
  return openSqlite({
    uri: database.sqlalchemy_uri,
    folder: config.sqliteFolder,
    ...toSqliteProcess(database, { config, log }),
    resultSink,
  });
}

const embedded = new WeakSet<Engine>();

/** A database file of our own folder; a URI that names any other place is refused. */
async function openDuckdb(database: ConnectionRow, { config, log }: OpeningOptions): Promise<Engine> {
  // A file has one owner, and a request may come to any process.
  if (config.peerUrl !== null)
    throw unavailable(
      'The embedded engine is off where several processes serve together. Connect a database on a server.',
    );
  const file = readUri(database).replace('duckdb:///', '');
  const engine = await openEmbeddedEngine({
    ...toEmbedded(database, { config, log }),
    file: join(config.dataFolder, 'engine', file),
  });
  embedded.add(engine);
  return engine;
}

async function openFiles(database: ConnectionRow, options: OpeningOptions): Promise<Engine> {
  const source = await openFolder(options.config.lakeFolders, fromFilesUri(readUri(database)));
  return openLakeOver(source, database, options);
}

async function openBucket(database: ConnectionRow, options: OpeningOptions): Promise<Engine> {
  const { password: secretKey, serverCertificate, policy } = toRemote(database, options);
  const settings = { ...fromStorageUri(readUri(database)), secretKey, serverCertificate, policy };
  const { config, objectCache } = options;
  const source = await openStorage({ settings, allowed: config.lakeBuckets, cache: objectCache });
  return openLakeOver(source, database, options);
}

async function openLakeOver(source: TableSource, database: ConnectionRow, options: OpeningOptions): Promise<Engine> {
  const sqlite = toSqliteProcess(database, options);
  const server = await openCatalogServer(database, options.secrets, toRemote(database, options));
  return openLake({ source, sqlite, server, embedded: toEmbedded(database, options), nowMs: () => performance.now() });
}

async function openSheets(database: ConnectionRow, options: OpeningOptions): Promise<Engine> {
  const { policy } = toRemote(database, options);
  const credentials = secretOptionOf(readSecret(database, options.secrets), 'service_account_info');
  const settings = { ...fromSheetsUri(readUri(database)), credentials, policy };
  const sheets = readSheets(parseDocument(database.extra ?? '') ?? {});
  const nowMs = () => performance.now();
  const source = await openSheetsSource({ settings, sheets, cache: options.objectCache, nowMs });
  return openLakeOver(source, database, options);
}

export function createEngines(options: EnginesOptions): Engines {
  const openWith = async (database: ConnectionRow, hostKeys: HostKeys | null = null) => {
    const problem = findOpeningProblem(database);
    if (problem) throw new EngineError({ code: 'ENGINE_NOT_HERE_ERROR', message: problem });
    // Kept since before its engine was here, it may be called by another name of its kind.
    const opener = openers[findDatabaseKind(database.backend)?.backend ?? database.backend];
    if (!opener) throw unavailable(`No engine for ${database.backend} is installed.`);
    const readable = findReadableWay(database, readSecret(database, options.secrets), options.config);
    if (readable)
      throw new EngineError({
        ...{ code: 'ENGINE_UNAVAILABLE_ERROR', message: readable, invalid: ['sqlalchemy_uri'] },
      });
    const tunnel = openTunnel(database, options, hostKeys);
    const { policy, followed } = openWay(database, { ...options, tunnel });
    const engine = followed(await opener(database, { ...options, resultSink, policy, objectCache, tickets }));
    const told = options.onOpen?.(engine, database.backend) ?? engine;
    noteCatalog(told, database);
    const people = personalOf(database, options);
    if (people) askingPeople(told, people);
    return tunnel ? closingWith(told, tunnel) : told;
  };
  const objectCache = new ObjectCache({
    folder: join(options.config.dataFolder, engineFolder, 'lake'),
    maxBytes: options.config.lakeCacheMb * 1_048_576,
    nowMs: () => performance.now(),
  });
  const tickets = new Kerberos(options.config.kerberos);
  const fileEngine = openSharedFileEngine(options);
  const resultSink = createResultSink({
    ...toFolders(options.config),
    runTrusted: (sql) => fileEngine.runTrusted(sql),
    generation: () => fileEngine.generation(),
  });
  const opened = createOpenedEngines({ store: options.store, open: (database) => openWith(database) });
  const shared = openSharedPlace(options);
  return {
    fileEngine,
    results: createResultStore({
      ...toFolders(options.config),
      fileEngine,
      defusesFormulas: options.config.defusesFormulas,
      csvNull: options.config.csvNull,
      shared,
    }),
    ...enteringEngines(opened, options),
    getEmbedded: async (databaseId) => {
      const engine = await opened.get(databaseId);
      if (!embedded.has(engine)) throw unavailable('Only the embedded engine can do this.');
      // The set holds nothing else.
      return engine as EmbeddedEngine;
    },
    states: createProbe({ list: () => listProbed(options, opened), nowMs: () => performance.now() }),
    tryConnection: async (connection) => {
      const hostKeys = new MetHostKey(connection.ssh_host_key ?? null);
      const engine = await openWith(connection, hostKeys);
      try {
        await engine.ping();
        return { hostKey: hostKeys.fingerprint };
      } finally {
        await engine.close();
      }
    },
    failures: opened.failures,
    forget: opened.forget,
    close: async () => {
      tickets.close();
      const engines = await Promise.allSettled(opened.takeAll());
      await shared?.close();
      await fileEngine.close();
      await Promise.allSettled(
        engines.map((engine) => (engine.status === 'fulfilled' ? engine.value.close() : undefined)),
      );
    },
  };
}

/** Where results of the editor survive the process that made them. */
function openSharedPlace({ config, secrets, log }: EnginesOptions): SharedResults | null {
  if (config.resultsStorage === null) return null;
  return openSharedResults({
    place: openResultPlace(config.resultsStorage),
    key: secrets.sharedKey,
    warn: (error, words) => log.warn({ err: error }, words),
  });
}

async function listProbed({ store, config }: EnginesOptions, opened: OpenedEngines): Promise<readonly ProbedEngine[]> {
  const databases = await store.selectFrom('databases').select(['id', 'backend']).execute();
  return databases
    .map(({ id, backend }) => ({
      databaseId: id,
      backend,
      isEmbedded: backend === embeddedBackend && config.peerUrl === null,
      open: () => opened.get(id),
    }))
    .filter(({ databaseId, isEmbedded }) => isEmbedded || opened.has(databaseId));
}

function unavailable(message: string): EngineError {
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message });
}
