import {
  chartEndpoints,
  dashboardEndpoints,
  databaseEndpoints,
  datasetEndpoints,
  embeddedDashboardEndpoints,
  passwordMask,
  urlOf,
} from '@powerset/contract';
import { type Document, isDocument } from '../../metadata/index.ts';
import { MovingProblem } from '../moving-problem.ts';
import {
  forEach,
  numberOf,
  pick,
  type Reading,
  readList,
  readOne,
  rowsOf,
  type Told,
  toAudit,
  toColumn,
} from './reading.ts';

/** What nothing works without: an account that may not read it is the wrong one. */
async function readCore(reading: Reading, listed: Parameters<typeof readList>[1]): Promise<readonly Told[]> {
  const found = await readList(reading, listed);
  if (!('refused' in found)) return found;
  if (found.refused === 404)
    throw new MovingProblem(`There are no ${listed.what} at this address: it is not that of an installation.`);
  throw new MovingProblem(`The account may not read the ${listed.what} there: it takes an administrator’s.`);
}

interface Owning {
  readonly table: string;
  /** The column that names what is owned. */
  readonly column: string;
}

function addOwners({ tables }: Reading, { table, column }: Owning, { id, owners }: Told): void {
  for (const owner of rowsOf(owners)) tables.add(table, { user_id: owner.id, [column]: id });
}

export async function readDatabases(reading: Reading): Promise<void> {
  const { path } = databaseEndpoints.list;
  const rows = await readCore(reading, { what: 'databases', path, order: 'database_name' });
  const work = async (listed: Told) => {
    const params = { id: listed.id };
    const connection = await readOne(reading, urlOf(databaseEndpoints.connection, { params }));
    // Some releases answer for what has gone.
    const isWhole = typeof connection?.sqlalchemy_uri === 'string';
    const item = isWhole ? connection : await readOne(reading, urlOf(databaseEndpoints.get, { params }));
    if (!item) return;
    addDatabase(reading, { ...listed, ...item, id: listed.id });
  };
  await forEach(reading, 'databases', { rows, work });
}

const databaseNames =
  'id is_managed_externally external_url database_name sqlalchemy_uri cache_timeout expose_in_sqllab configuration_method allow_run_async allow_file_upload allow_ctas allow_cvas allow_dml force_ctas_schema extra impersonate_user server_cert';

function addDatabase({ tables }: Reading, told: Told): void {
  const untold = findUntold(told);
  tables.add('dbs', { ...toAudit(told), ...pick(told, databaseNames), untold: untold.join(', ') || null });
  if (!isDocument(told.ssh_tunnel)) return;
  const { username } = told.ssh_tunnel;
  tables.add('ssh_tunnels', {
    ...pick(told.ssh_tunnel, 'server_address server_port'),
    ...{ database_id: told.id, username: username === passwordMask ? null : toColumn(username) },
  });
}

/** What the server keeps of a connection and does not tell. */
function findUntold({ sqlalchemy_uri: uri, masked_encrypted_extra: extra, ssh_tunnel: tunnel }: Told): string[] {
  if (typeof uri !== 'string') return ['connection'];
  const options = typeof extra === 'string' ? extra : JSON.stringify(extra ?? null);
  return [
    ...(uri.includes(passwordMask) ? ['password'] : []),
    ...(options.replaceAll(/[\s{}]/g, '') === '' || options === 'null' ? [] : ['encrypted_extra']),
    ...(isDocument(tunnel) ? ['SSH tunnel’s password or key'] : []),
  ];
}

export async function readDatasets(reading: Reading): Promise<void> {
  const { path } = datasetEndpoints.list;
  const rows = await readCore(reading, { what: 'datasets', path, order: 'table_name' });
  const work = async (listed: Told) => {
    const item = await readOne(reading, urlOf(datasetEndpoints.get, { params: { id: listed.id } }));
    if (item) addDataset(reading, withNames(listed, item));
  };
  await forEach(reading, 'datasets', { rows, work });
}

const datasetNames =
  'id is_managed_externally external_url table_name description main_dttm_col currency_code_column offset cache_timeout schema catalog sql filter_select_enabled is_sqllab_view normalize_columns always_filter_main_dttm default_endpoint fetch_values_predicate template_params extra folders';
const fieldNames = 'id uuid created_on changed_on verbose_name description expression extra';
const columnNames = `${fieldNames} column_name is_active type advanced_data_type groupby filterable is_dttm python_date_format datetime_format`;
const metricNames = `${fieldNames} metric_name metric_type d3format currency warning_text`;

function addDataset(reading: Reading, told: Told): void {
  const { tables } = reading;
  tables.add('tables', { ...toAudit(told), ...pick(told, datasetNames), database_id: numberOf(told.database) });
  for (const column of rowsOf(told.columns))
    tables.add('table_columns', { ...pick(column, columnNames), table_id: told.id });
  for (const metric of rowsOf(told.metrics))
    tables.add('sql_metrics', { ...pick(metric, metricNames), table_id: told.id });
  addOwners(reading, { table: 'sqlatable_user', column: 'table_id' }, told);
}

/** Lists name people by number, items by their names alone: whoever is named by number stays. */
function withNames(listed: Told, item: Document): Told {
  const given = Object.entries(item).filter(([, value]) => value !== null && value !== undefined);
  const named = ['created_by', 'changed_by'].flatMap((name) =>
    numberOf(item[name]) === null && numberOf(listed[name]) !== null ? [[name, listed[name]] as const] : [],
  );
  return { ...listed, ...Object.fromEntries(given), ...Object.fromEntries(named), id: listed.id };
}

export async function readCharts(reading: Reading): Promise<readonly number[]> {
  const { path } = chartEndpoints.list;
  const rows = await readCore(reading, { what: 'charts', path, order: 'slice_name' });
  const work = async (listed: Told) => {
    const item = await readOne(reading, urlOf(chartEndpoints.get, { params: { id: listed.id } }));
    if (item) addChart(reading, withNames(listed, item));
  };
  await forEach(reading, 'charts', { rows, work });
  return rows.map(({ id }) => id);
}

const chartNames =
  'id is_managed_externally external_url slice_name datasource_id datasource_type viz_type params query_context description cache_timeout certified_by certification_details last_saved_at';

function addChart(reading: Reading, told: Told): void {
  const { tables } = reading;
  const last = { last_saved_by_fk: numberOf(told.last_saved_by) };
  tables.add('slices', { ...toAudit(told), ...pick(told, chartNames), ...last });
  for (const { id } of rowsOf(told.dashboards)) tables.add('dashboard_slices', { dashboard_id: id, slice_id: told.id });
  addOwners(reading, { table: 'slice_user', column: 'slice_id' }, told);
}

export async function readDashboards(reading: Reading): Promise<readonly number[]> {
  const { path } = dashboardEndpoints.list;
  const rows = await readCore(reading, { what: 'dashboards', path, order: 'dashboard_title' });
  const work = async (listed: Told) => {
    const params = { id: String(listed.id) };
    const item = await readOne(reading, urlOf(dashboardEndpoints.get, { params }));
    if (!item) return;
    addDashboard(reading, withNames(listed, item));
    const embedded = await readOne(reading, urlOf(embeddedDashboardEndpoints.get, { params }));
    if (embedded) addEmbedded(reading, listed.id, embedded);
  };
  await forEach(reading, 'dashboards', { rows, work });
  return rows.map(({ id }) => id);
}

const dashboardNames =
  'id is_managed_externally external_url dashboard_title position_json description css json_metadata slug published certified_by certification_details';

function addDashboard(reading: Reading, told: Told): void {
  const { tables } = reading;
  tables.add('dashboards', { ...toAudit(told), ...pick(told, dashboardNames), theme_id: numberOf(told.theme) });
  for (const { id } of rowsOf(told.roles)) tables.add('dashboard_roles', { dashboard_id: told.id, role_id: id });
  addOwners(reading, { table: 'dashboard_user', column: 'dashboard_id' }, told);
}

function addEmbedded({ tables }: Reading, id: number, told: Document): void {
  // An empty list lets every site: what is no list must not become one.
  if (!Array.isArray(told.allowed_domains)) return;
  const sites = told.allowed_domains.map(String).join(', ');
  const { uuid, changed_on, changed_by_fk } = toAudit(told);
  tables.add('embedded_dashboards', { uuid, changed_on, changed_by_fk, allow_domain_list: sites, dashboard_id: id });
}
