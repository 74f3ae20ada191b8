/** What a statement may call and read, beyond the tables that permissions are asked for. Names in small letters. */

/** They say nothing but about their arguments. Every other function in the place of a table is refused. */
const openTableFunctions: ReadonlySet<string> = new Set([
  'numbers',
  'numbers_mt',
  'zeros',
  'zeros_mt',
  'generate_series',
  'generateseries',
  'values',
  'null',
]);

/** The rows of a query in its brackets, which is read like any other. */
export const queryTableFunction = 'view';
/** The rows of a dictionary, which is asked permission for like a table. */
export const dictionaryTableFunction = 'dictionary';

export function isOpenTableFunction(name: string): boolean {
  return openTableFunctions.has(name);
}

/** In the place of tables, and to the right of IN: other servers, files, clouds, whole databases, programs. */
const outsideTableFunctions: ReadonlySet<string> = new Set([
  ...['url', 'urlcluster', 'remote', 'remotesecure', 'cluster', 'clusterallreplicas', 'distributed'],
  ...['s3', 's3cluster', 'gcs', 'gcscluster', 'oss', 'cosn', 'hdfs', 'hdfscluster', 'azureblobstorage'],
  ...['azureblobstoragecluster', 'iceberg', 'icebergs3', 'icebergazure', 'iceberghdfs', 'iceberglocal'],
  ...['icebergcluster', 'icebergs3cluster', 'icebergazurecluster', 'iceberghdfscluster', 'deltalake'],
  ...['deltalakes3', 'deltalakeazure', 'deltalakelocal', 'deltalakecluster', 'hudi', 'hudicluster', 'paimon'],
  ...['mysql', 'postgresql', 'mongodb', 'redis', 'sqlite', 'odbc', 'jdbc', 'ytsaurus', 'arrowflight'],
  ...['executable', 'filecluster', 'merge', 'mergetreeindex', 'mergetreeprojection', 'mergetreeanalyzeindexes'],
  ...['input', 'viewifpermitted', 'viewexplain', 'loop', 'fuzzquery', 'fuzzjson', 'prometheusquery'],
  ...['prometheusqueryrange', 'timeseriesdata', 'timeseriestags', 'timeseriesmetrics', 'timeseriesselector'],
]);

/** They read tables that are named in texts, files, settings and macros, call others, or tell of the host. */
const refusedFunctions: ReadonlySet<string> = new Set([
  ...['file', 'joinget', 'joingetornull', 'hascolumnintable', 'getsetting', 'getsettingordefault', 'getmacro'],
  ...['getserverport', 'getserversetting', 'getmergetreesetting', 'getclienthttpheader', 'getmaxtablename'],
  ...['hostname', 'fqdn', 'fullhostname', 'serveruuid', 'tcpport', 'buildid', 'getoskernelversion', 'displayname'],
  ...['user', 'currentuser', 'authenticateduser', 'initialqueryid', 'queryid', 'connectionid', 'connection_id'],
  ...['currentprofiles', 'enabledprofiles', 'defaultprofiles', 'currentroles', 'enabledroles', 'defaultroles'],
  ...['zookeepersessionuptime', 'filesystemavailable', 'filesystemcapacity', 'filesystemfree'],
  ...['filesystemunreserved', 'reversednsquery', 'catboostevaluate', 'modelevaluate', 'evalmlmethod'],
  ...['addresstoline', 'addresstolinewithinlines', 'addresstosymbol', 'tid', 'logtrace', 'showcertificate'],
  ...['partitionid_in_table', 'tablebytes', 'reloadmodel', 'isconfigured', 'trap'],
  // In the form of functions they read the table that their second argument names.
  ...['in', 'notin', 'globalin', 'globalnotin', 'nullin', 'notnullin', 'globalnullin', 'globalnotnullin'],
  ...['inignoreset', 'notinignoreset', 'globalinignoreset', 'globalnotinignoreset', 'nullinignoreset'],
  ...['notnullinignoreset', 'globalnullinignoreset', 'globalnotnullinignoreset'],
]);

const refusedBeginnings = ['ai_', 'aigenerate', 'llm', 'remote', 'url_', 'zookeeper'];

export function isRefusedFunction(name: string): boolean {
  return (
    refusedFunctions.has(name) ||
    outsideTableFunctions.has(name) ||
    refusedBeginnings.some((beginning) => name.startsWith(beginning))
  );
}

/** Their first argument is the name of a dictionary. */
export function isDictionaryFunction(name: string): boolean {
  return name.startsWith('dict');
}

/** Tables of the server's own that hold nobody's data, statements or passwords. */
const readableSystemTables: ReadonlySet<string> = new Set([
  ...['one', 'numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'time_zones', 'data_type_families', 'functions'],
  ...['formats', 'aggregate_function_combinators', 'collations', 'databases', 'columns'],
]);
const readableSchemaTables: ReadonlySet<string> = new Set(['schemata', 'tables', 'columns']);

export function isRefusedTable(schema: string | null, table: string): boolean {
  const place = schema?.toLowerCase();
  if (place === 'system') return !readableSystemTables.has(table);
  if (place === 'information_schema') return !readableSchemaTables.has(table.toLowerCase());
  return place?.startsWith('_temporary') ?? false;
}
