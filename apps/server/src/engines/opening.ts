import { databaseKinds, findDatabaseKind } from './kinds.ts';

/** Databases that bundles name and that nothing here opens, by the first part of their URIs. */
const foreignNames: Readonly<Record<string, string>> = {
  arc: 'Arc',
  ascend: 'Ascend',
  couchbase: 'Couchbase',
  crate: 'CrateDB',
  d1: 'Cloudflare D1',
  databend: 'Databend',
  datastore: 'Google Datastore',
  db2: 'IBM Db2',
  denodo: 'Denodo',
  dremio: 'Dremio',
  drill: 'Apache Drill',
  dynamodb: 'Amazon DynamoDB',
  elasticsearch: 'Elasticsearch',
  exa: 'Exasol',
  firebird: 'Firebird',
  firebolt: 'Firebolt',
  hana: 'SAP HANA',
  ibm_db_sa: 'IBM Db2',
  ibmi: 'IBM Db2 for i',
  iotdb: 'Apache IoTDB',
  kustokql: 'Azure Data Explorer',
  kustosql: 'Azure Data Explorer',
  kylin: 'Apache Kylin',
  monetdb: 'MonetDB',
  mongodb: 'MongoDB',
  motherduck: 'MotherDuck',
  netezza: 'IBM Netezza',
  oceanbase: 'OceanBase',
  ocient: 'Ocient',
  odelasticsearch: 'OpenSearch',
  parseable: 'Parseable',
  phoenix: 'Apache Phoenix',
  pinot: 'Apache Pinot',
  risingwave: 'RisingWave',
  shillelagh: 'Shillelagh',
  singlestoredb: 'SingleStore',
  solr: 'Apache Solr',
  sqlite: 'SQLite',
  superset: 'Superset meta database',
  sybase: 'SAP Sybase',
  sybase_sqlany: 'SAP Sybase',
  taosws: 'TDengine',
  teradatasql: 'Teradata',
  vertica: 'Vertica',
  ydb: 'YDB',
};

/** What people call the database whose URIs begin so; the beginning itself where nobody here knows it. */
export function nameOfEngine(backend: string): string {
  const known = findDatabaseKind(backend)?.name;
  return known ?? (Object.hasOwn(foreignNames, backend) ? foreignNames[backend] : undefined) ?? backend;
}

interface Opening {
  readonly backend: string;
  /** Where nothing is said, any address of the engine is meant. */
  readonly sqlalchemy_uri?: string;
}

/** Why a database cannot be opened here and what to do about it, in words for people; null where it can. */
export function findOpeningProblem({ backend, sqlalchemy_uri: uri }: Opening): string | null {
  const kind = findDatabaseKind(backend);
  if (!kind)
    return `Cannot be opened here: engine ${nameOfEngine(backend)}. It is kept with its datasets and charts, and exported unharmed. To see their data, move it to an engine that is here (${namesHere()}) and change its connection.`;
  const problem = uri === undefined ? false : kind.findUriProblem(uri);
  return problem
    ? `Cannot be opened here: ${problem} It is kept with its datasets and charts, and exported unharmed. To see their data, change its connection.`
    : null;
}

/** The same for a connection that nobody has made yet, after the words that clients of the reference know. */
export function noEngineWords(backend: string): string {
  return `Could not load database driver: ${backend}. Cannot be opened here: engine ${nameOfEngine(backend)}. Engines that are here: ${namesHere()}.`;
}

function namesHere(): string {
  return databaseKinds.map((kind) => kind.name).join(', ');
}
