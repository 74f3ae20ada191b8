import Database from 'libsql';

/** Columns of the tables that are read, by name; types say as much as tests need. */
const tables: Readonly<Record<string, string>> = {
  ab_user: 'id, first_name, last_name, username, password, active, email, last_login, login_count, created_on',
  ab_role: 'id, name',
  ab_user_role: 'id, user_id, role_id',
  ab_permission: 'id, name',
  ab_view_menu: 'id, name',
  ab_permission_view: 'id, permission_id, view_menu_id',
  ab_permission_view_role: 'id, permission_view_id, role_id',
  dbs: 'id, uuid, created_on, changed_on, created_by_fk, changed_by_fk, database_name, sqlalchemy_uri, password, cache_timeout, expose_in_sqllab, configuration_method, allow_run_async, allow_file_upload, allow_ctas, allow_cvas, allow_dml, force_ctas_schema, extra, encrypted_extra, impersonate_user, server_cert, is_managed_externally, external_url',
  ssh_tunnels:
    'id, uuid, database_id, server_address, server_port, username, password, private_key, private_key_password',
  tables:
    'id, uuid, created_on, changed_on, created_by_fk, changed_by_fk, table_name, description, main_dttm_col, database_id, schema, catalog, sql, offset, params, template_params, extra, folders, is_sqllab_view, filter_select_enabled',
  table_columns: 'id, uuid, table_id, column_name, type, is_dttm, expression, groupby, filterable, is_active',
  sql_metrics: 'id, uuid, table_id, metric_name, expression, d3format, currency',
  sqlatable_user: 'id, user_id, table_id',
  slices:
    'id, uuid, created_on, changed_on, created_by_fk, changed_by_fk, slice_name, datasource_id, datasource_type, viz_type, params, query_context, description',
  slice_user: 'id, user_id, slice_id',
  dashboards:
    'id, uuid, created_on, changed_on, created_by_fk, changed_by_fk, dashboard_title, position_json, json_metadata, css, slug, published, theme_id',
  dashboard_slices: 'id, dashboard_id, slice_id',
  dashboard_user: 'id, user_id, dashboard_id',
  dashboard_roles: 'id, dashboard_id, role_id',
  row_level_security_filters: 'id, name, description, filter_type, group_key, clause, created_on, changed_on',
  rls_filter_roles: 'id, role_id, rls_filter_id',
  rls_filter_tables: 'id, table_id, rls_filter_id',
  saved_query: 'id, uuid, created_on, changed_on, user_id, db_id, schema, label, description, sql, rows',
  annotation_layer: 'id, name, descr, created_on, changed_on',
  annotation: 'id, layer_id, short_descr, long_descr, start_dttm, end_dttm, json_metadata, created_on, changed_on',
  favstar: 'id, user_id, class_name, obj_id, dttm',
  embedded_dashboards: 'uuid, allow_domain_list, dashboard_id, created_on, changed_on',
  key_value: 'id, uuid, resource, value, created_on, created_by_fk, expires_on',
  keyvalue: 'id, value',
  report_schedule:
    'id, type, name, crontab, timezone, report_format, chart_id, dashboard_id, database_id, sql, validator_type, validator_config_json, active, extra_json, created_on, changed_on, created_by_fk',
  report_recipient: 'id, type, recipient_config_json, report_schedule_id',
  report_schedule_user: 'id, user_id, report_schedule_id',
  tag: 'id, name, type, description, created_on, changed_on, created_by_fk, changed_by_fk',
  tagged_object: 'id, tag_id, object_id, object_type, created_on, created_by_fk',
  user_favorite_tag: 'user_id, tag_id',
  ab_group: 'id, name, label, description',
  ab_user_group: 'id, user_id, group_id',
  ab_group_role: 'id, group_id, role_id',
  css_templates: 'id, created_on, changed_on, created_by_fk, changed_by_fk, template_name, css',
  themes:
    'id, uuid, created_on, changed_on, created_by_fk, changed_by_fk, theme_name, json_data, is_system, is_system_default, is_system_dark',
};

/** Under which the encrypted values of these tests were made by SQLAlchemy-Utils itself. */
export const sourceKey = 'a key for trying, thirty-two signs or so';
/** `pa@ss-wörd`. */
export const sealedPassword = Buffer.from('iG0p/U/XzKu55uWK3/rGNg==');
/** `{"credentials_info": {"private_key": "very secret", "project_id": "p"}}`. */
export const sealedExtra = Buffer.from(
  'oDd8TLbd4zhXlhhq/QYx+AnKvyQS0JRmhKafsAtIbsq90h9TafbR92cih9ak3OVcWbzpURrAiqilKYzjfhq0Gb3ROg8SGG8icI++Ud+uA1k=',
);
export const movedHash =
  'pbkdf2:sha512:1000$PaBFoYVYrJP6YNwy$fe7e3067c2b81046eb52b85bc360b913251bd758ab0f1a22b07a64aeb4cc55d5c8e634b656299a3529501dd61aa7ce1f73cb3b86276f73d67b5e9755ff1ca0d0';

export const uuidOf = (kind: number, id: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(id).padStart(12, '0')}`;
export const bytesOf = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex');

type Value = string | number | null | Uint8Array;
export type SourceRows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

interface SourceOptions {
  /** Tables and columns (`table.column`) that this release does not have. */
  readonly without?: readonly string[];
}

/** Writes a metadata database with these rows. */
export function writeSource(file: string, rows: SourceRows, { without = [] }: SourceOptions = {}): void {
  const database = new Database(file);
  const columnsOf = (table: string) =>
    (tables[table] ?? '').split(', ').filter((column) => !without.includes(`${table}.${column}`));
  for (const table of Object.keys(tables).filter((name) => !without.includes(name)))
    database.exec(`create table "${table}" (${columnsOf(table).map(declare).join(', ')})`);
  database.exec('begin');
  for (const [table, all] of Object.entries(rows)) {
    if (without.includes(table)) continue;
    for (const row of all) {
      const names = Object.keys(row).filter((name) => columnsOf(table).includes(name));
      const sql = `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`;
      database.prepare(sql).run(...names.map((name) => row[name] ?? null));
    }
  }
  database.exec('commit');
  database.close();
}

const declare = (name: string) => (name === 'id' ? 'id integer primary key' : `"${name}"`);

const made = { created_on: '2024-05-06 07:08:09.123456', changed_on: '2025-01-01 00:00:00' };

export const layout = (charts: readonly number[]) => ({
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
  GRID_ID: { id: 'GRID_ID', type: 'GRID', children: charts.map((id) => `CHART-${id}`), parents: ['ROOT_ID'] },
  ...Object.fromEntries(
    charts.map((id) => [`CHART-${id}`, { id: `CHART-${id}`, type: 'CHART', children: [], meta: { chartId: id } }]),
  ),
});

/** A small installation: three databases, two datasets, two charts on one dashboard, and what hangs on them. */
export function smallSource(): SourceRows {
  const filter = { id: 'NATIVE_FILTER-1', targets: [{ datasetId: 11, column: { name: 'region' } }] };
  const metadata = { native_filter_configuration: [filter], timed_refresh_immune_slices: [22] };
  return {
    ab_user: [
      { id: 1, username: 'ada', first_name: 'Ada', last_name: 'L', password: movedHash, active: 1, email: 'a@b.c' },
      { id: 7, username: 'bob', first_name: 'Bob', last_name: 'B', password: movedHash, active: 1 },
    ],
    ab_role: ['Admin', 'Public', 'Alpha', 'Gamma', 'sql_lab', 'Analysts'].map((name, at) => ({ id: at + 1, name })),
    ab_user_role: [
      { id: 1, user_id: 1, role_id: 1 },
      { id: 2, user_id: 7, role_id: 6 },
      { id: 3, user_id: 7, role_id: 4 },
    ],
    ab_permission: ['can_read', 'datasource_access', 'schema_access', 'can_fly'].map((name, at) => ({
      ...{ id: at + 1, name },
    })),
    ab_view_menu: ['Chart', '[Warehouse].[orders](id:11)', '[Warehouse].[shop].[public]', 'Moon'].map((name, at) => ({
      ...{ id: at + 1, name },
    })),
    ab_permission_view: [1, 2, 3, 4].map((id) => ({ id, permission_id: id, view_menu_id: id })),
    ab_permission_view_role: [
      ...[1, 2, 3, 4].map((id) => ({ id, permission_view_id: id, role_id: 6 })),
      { id: 5, permission_view_id: 2, role_id: 4 },
    ],
    dbs: [
      {
        ...{ id: 3, uuid: bytesOf(uuidOf(1, 3)), database_name: 'Warehouse', ...made },
        sqlalchemy_uri: 'postgresql+psycopg2://reader:XXXXXXXXXX@db.example.com:5432/shop',
        ...{ password: sealedPassword, extra: '{"schemas_allowed_for_csv_upload":["public"]}' },
      },
      {
        ...{ id: 4, uuid: bytesOf(uuidOf(1, 4)), database_name: 'Lake', sqlalchemy_uri: 'hana://p' },
        encrypted_extra: sealedExtra,
      },
      {
        ...{ id: 5, uuid: bytesOf(uuidOf(1, 5)), database_name: 'Own rights', impersonate_user: 1 },
        ...{ sqlalchemy_uri: 'mysql://u:XXXXXXXXXX@db2.example.com/shop', password: sealedPassword },
      },
    ],
    tables: [
      { id: 11, uuid: bytesOf(uuidOf(2, 11)), table_name: 'orders', schema: 'public', database_id: 3, ...made },
      { id: 12, uuid: bytesOf(uuidOf(2, 12)), table_name: 'regions', sql: 'select 1 as n', database_id: 4 },
    ],
    table_columns: [
      { id: 1, table_id: 11, column_name: 'region', type: 'TEXT' },
      { id: 2, table_id: 11, column_name: 'region', type: 'again' },
      { id: 3, table_id: 11, column_name: 'at', type: 'TIMESTAMP', is_dttm: 1 },
      { id: 4, table_id: 12, column_name: 'n', type: 'INT' },
    ],
    sql_metrics: [
      { id: 1, table_id: 11, metric_name: 'turnover', expression: 'SUM(x)', currency: '"{\\"symbol\\": \\"EUR\\"}"' },
    ],
    sqlatable_user: [{ id: 1, user_id: 1, table_id: 11 }],
    slices: [21, 22].map((id) => ({
      ...{ id, uuid: bytesOf(uuidOf(3, id)), slice_name: `Chart ${id}`, viz_type: 'pie', ...made },
      ...{ datasource_id: 11, datasource_type: 'table', created_by_fk: 7 },
      params: JSON.stringify({ viz_type: 'pie', datasource: '11__table', slice_id: id }),
      query_context: JSON.stringify({ datasource: { id: 11, type: 'table' }, queries: [] }),
    })),
    slice_user: [{ id: 1, user_id: 7, slice_id: 21 }],
    dashboards: [
      {
        ...{ id: 31, uuid: bytesOf(uuidOf(4, 31)), dashboard_title: 'Shop', slug: 'shop', published: 1, css: '.a{}' },
        ...{ position_json: JSON.stringify(layout([21])), json_metadata: JSON.stringify(metadata), ...made },
      },
    ],
    dashboard_slices: [21, 22].map((id) => ({ id, dashboard_id: 31, slice_id: id })),
    dashboard_user: [{ id: 1, user_id: 7, dashboard_id: 31 }],
    dashboard_roles: [{ id: 1, dashboard_id: 31, role_id: 6 }],
    row_level_security_filters: [{ id: 41, name: 'EU only', filter_type: 'Regular', clause: "region = 'EU'", ...made }],
    rls_filter_roles: [{ id: 1, role_id: 6, rls_filter_id: 41 }],
    rls_filter_tables: [{ id: 1, table_id: 11, rls_filter_id: 41 }],
    saved_query: [
      { id: 51, uuid: bytesOf(uuidOf(5, 51)), user_id: 7, db_id: 3, label: 'All', sql: 'select 1', schema: 'public' },
    ],
    annotation_layer: [{ id: 61, name: 'Holidays', ...made }],
    annotation: [{ id: 1, layer_id: 61, short_descr: 'New Year', start_dttm: '2026-01-01 00:00:00', ...made }],
    favstar: [
      { id: 1, user_id: 7, class_name: 'slice', obj_id: 21 },
      { id: 2, user_id: 7, class_name: 'Dashboard', obj_id: 31 },
    ],
    embedded_dashboards: [
      {
        uuid: bytesOf(uuidOf(6, 1)),
        dashboard_id: 31,
        allow_domain_list: 'https://a.example.com, https://b.example.com/portal/',
      },
    ],
    key_value: keptValues(),
    keyvalue: [{ id: 5, value: 'select 2' }],
    report_schedule: [
      {
        ...{ id: 71, type: 'Report', name: 'Weekly', crontab: '0 9 * * 1', timezone: 'Europe/Berlin', active: 1 },
        ...{ dashboard_id: 31, report_format: 'PNG', extra_json: '{}', created_by_fk: 7 },
      },
    ],
    report_recipient: [
      { id: 1, type: 'Email', recipient_config_json: '{"target": "a@example.com"}', report_schedule_id: 71 },
      { id: 2, type: 'Slack', recipient_config_json: '{"target": "#general"}', report_schedule_id: 71 },
    ],
    report_schedule_user: [{ id: 1, user_id: 1, report_schedule_id: 71 }],
    tag: [
      { id: 9, name: 'type:chart', type: 'type' },
      { id: 10, name: 'red: hot', type: 'custom', description: 'Of this week', created_by_fk: 7, ...made },
      { id: 12, name: 'Money', type: 'custom' },
      { id: 13, name: 'red, hot', type: 'custom' },
    ],
    tagged_object: [
      { id: 1, tag_id: 9, object_id: 21, object_type: 'chart' },
      { id: 2, tag_id: 10, object_id: 21, object_type: 'chart', created_by_fk: 7, created_on: made.created_on },
      { id: 3, tag_id: 13, object_id: 21, object_type: 'chart' },
      { id: 4, tag_id: 12, object_id: 31, object_type: 'dashboard' },
      { id: 5, tag_id: 12, object_id: 51, object_type: 'query' },
      { id: 6, tag_id: 12, object_id: 999, object_type: 'chart' },
    ],
    user_favorite_tag: [{ user_id: 7, tag_id: 12 }],
    ab_group: [{ id: 81, name: 'Readers', label: 'Who reads' }],
    ab_user_group: [{ id: 1, user_id: 7, group_id: 81 }],
    ab_group_role: [{ id: 1, group_id: 81, role_id: 6 }],
    css_templates: [
      { id: 91, template_name: 'Quiet', css: '.a { color: gray }', created_by_fk: 7, ...made },
      { id: 92, template_name: 'Loud', css: 'a'.repeat(100_001), ...made },
    ],
    themes: [
      { id: 95, theme_name: 'Acme', json_data: movedTheme, is_system_default: 1, created_by_fk: 7, ...made },
      { id: 96, theme_name: 'Broken', json_data: '{', is_system_dark: 1, ...made },
    ],
  };
}

/** With a logo inside, as the reference keeps one. */
const movedTheme = JSON.stringify({
  token: {
    colorPrimary: '#0a8f6a',
    brandLogoUrl: `data:image/svg+xml;base64,${Buffer.from(`<svg>${' '.repeat(300)}</svg>`).toString('base64')}`,
  },
});

/** Salts and the keys that Hashids itself made of them. */
export const linkKeys = { dashboard: 'DwvyOP9Bo1d', chart: 'G6mqr73rPBE' } as const;

function keptValues() {
  const value = (content: unknown) => Buffer.from(JSON.stringify(content));
  const state = { dataMask: { '21': { a: 1 } }, urlParams: [['a', 'b']] };
  const form = { datasource: '11__table', slice_id: 22 };
  const salts = [
    ['ca4e4125-7261-3c4b-ad75-9da40b3d6dda', 'WC5D2ZVSoXAdJ1Jb3C97RuAR_PxSHawCUpVex1Z4YWEpBPfH2MsQm7IwYvHW2m7r'],
    ['ebc919d5-7c84-36a5-9bb8-785d3ab43385', 'CmXWKLEVdYwAuCtE1zovlripf0PPe2DouM6IO_04j5DoGXuKBwshOJY680z9tolR'],
  ] as const;
  const link = {
    chartId: 22,
    datasourceId: 11,
    datasourceType: 'table',
    datasource: '11__table',
    state: { formData: form },
  };
  return [
    ...salts.map(([uuid, salt], at) => ({ id: 100 + at, resource: 'app', uuid: bytesOf(uuid), value: value(salt) })),
    { id: 2, resource: 'dashboard_permalink', value: value({ dashboardId: uuidOf(4, 31), state }) },
    { id: 3, resource: 'explore_permalink', value: value(link) },
    { id: 4, resource: 'dashboard_permalink', value: Buffer.from('80049503', 'hex') },
  ];
}
