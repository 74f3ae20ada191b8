import type { CreateTableBuilder, Kysely } from 'kysely';

/** A table spelled shortly: `name type` pairs; `!` marks not null, `=x` a default, `#` the counting primary key. */
type Columns = Readonly<Record<string, string>>;

const audited: Columns = {
  created_on: 'text!',
  changed_on: 'text!',
  created_by_fk: 'integer',
  changed_by_fk: 'integer',
};

const tables: Readonly<Record<string, Columns>> = {
  users: {
    id: '#',
    username: 'text!',
    first_name: 'text!',
    last_name: 'text!',
    email: 'text!',
    password_hash: 'text!',
    is_active: 'integer!=1',
    created_on: 'text!',
    changed_on: 'text!',
    last_login: 'text',
    login_count: 'integer!=0',
  },
  roles: { id: '#', name: 'text!' },
  role_permissions: { role_id: 'integer!', permission: 'text!', view: 'text!' },
  user_roles: { user_id: 'integer!', role_id: 'integer!' },
  sessions: { id_hash: 'text!', user_id: 'integer!', csrf_token: 'text!', created_on: 'text!', expires_on: 'text!' },
  databases: {
    id: '#',
    uuid: 'text!',
    database_name: 'text!',
    backend: 'text!',
    sqlalchemy_uri: 'text!',
    secret: 'text',
    extra: 'text!',
    cache_timeout: 'integer',
    expose_in_sqllab: 'integer!=1',
    allow_run_async: 'integer!=0',
    allow_file_upload: 'integer!=0',
    allow_ctas: 'integer!=0',
    allow_cvas: 'integer!=0',
    allow_dml: 'integer!=0',
    force_ctas_schema: 'text',
    impersonate_user: 'integer!=0',
    configuration_method: 'text!',
    is_managed_externally: 'integer!=0',
    external_url: 'text',
    ...audited,
  },
  datasets: {
    id: '#',
    uuid: 'text!',
    database_id: 'integer!',
    schema: 'text',
    table_name: 'text!',
    sql: 'text',
    description: 'text',
    main_dttm_col: 'text',
    normalize_columns: 'integer!=0',
    always_filter_main_dttm: 'integer!=0',
    offset: 'integer!=0',
    default_endpoint: 'text',
    cache_timeout: 'integer',
    is_sqllab_view: 'integer!=0',
    template_params: 'text',
    extra: 'text',
    params: 'text',
    filter_select_enabled: 'integer!=1',
    fetch_values_predicate: 'text',
    is_managed_externally: 'integer!=0',
    external_url: 'text',
    ...audited,
  },
  dataset_columns: {
    id: '#',
    uuid: 'text!',
    dataset_id: 'integer!',
    column_name: 'text!',
    verbose_name: 'text',
    description: 'text',
    expression: 'text',
    type: 'text',
    advanced_data_type: 'text',
    filterable: 'integer!=1',
    groupby: 'integer!=1',
    is_active: 'integer!=1',
    is_dttm: 'integer!=0',
    python_date_format: 'text',
    extra: 'text',
    position: 'integer!=0',
    created_on: 'text!',
    changed_on: 'text!',
  },
  dataset_metrics: {
    id: '#',
    uuid: 'text!',
    dataset_id: 'integer!',
    metric_name: 'text!',
    verbose_name: 'text',
    description: 'text',
    expression: 'text!',
    metric_type: 'text',
    d3format: 'text',
    currency: 'text',
    warning_text: 'text',
    extra: 'text',
    position: 'integer!=0',
    created_on: 'text!',
    changed_on: 'text!',
  },
  charts: {
    id: '#',
    uuid: 'text!',
    slice_name: 'text!',
    viz_type: 'text!',
    datasource_id: 'integer',
    datasource_type: 'text!',
    params: 'text!',
    query_context: 'text',
    description: 'text',
    cache_timeout: 'integer',
    certified_by: 'text',
    certification_details: 'text',
    last_saved_at: 'text',
    last_saved_by_fk: 'integer',
    is_managed_externally: 'integer!=0',
    external_url: 'text',
    ...audited,
  },
  dashboards: {
    id: '#',
    uuid: 'text!',
    dashboard_title: 'text!',
    slug: 'text',
    css: 'text!',
    position_json: 'text!',
    json_metadata: 'text!',
    description: 'text',
    published: 'integer!=0',
    certified_by: 'text',
    certification_details: 'text',
    is_managed_externally: 'integer!=0',
    external_url: 'text',
    ...audited,
  },
  dashboard_charts: { dashboard_id: 'integer!', chart_id: 'integer!' },
  dashboard_roles: { dashboard_id: 'integer!', role_id: 'integer!' },
  owners: { object_type: 'text!', object_id: 'integer!', user_id: 'integer!' },
  favorites: { object_type: 'text!', object_id: 'integer!', user_id: 'integer!', created_on: 'text!' },
  saved_queries: {
    id: '#',
    uuid: 'text!',
    user_id: 'integer!',
    db_id: 'integer',
    schema: 'text',
    label: 'text!',
    description: 'text',
    sql: 'text!',
    template_parameters: 'text',
    extra_json: 'text',
    last_run: 'text',
    rows: 'integer',
    ...audited,
  },
  queries: {
    id: '#',
    client_id: 'text!',
    user_id: 'integer!',
    database_id: 'integer!',
    schema: 'text',
    tab_name: 'text',
    sql_editor_id: 'text',
    sql: 'text!',
    select_sql: 'text',
    executed_sql: 'text',
    limit: 'integer',
    limiting_factor: 'text',
    select_as_cta: 'integer!=0',
    ctas_method: 'text',
    tmp_table_name: 'text',
    tmp_schema_name: 'text',
    is_data_preview: 'integer!=0',
    status: 'text!',
    progress: 'integer!=0',
    rows: 'integer',
    error_message: 'text',
    results_key: 'text',
    start_time: 'real',
    start_running_time: 'real',
    end_time: 'real',
    tracking_url: 'text',
    extra_json: 'text',
    changed_on: 'text!',
  },
  tab_states: {
    id: '#',
    user_id: 'integer!',
    label: 'text!',
    active: 'integer!=0',
    database_id: 'integer',
    schema: 'text',
    sql: 'text!',
    query_limit: 'integer',
    latest_query_id: 'text',
    autorun: 'integer!=0',
    template_params: 'text',
    hide_left_bar: 'integer!=0',
    saved_query_id: 'integer',
    extra_json: 'text',
    changed_on: 'text!',
  },
  table_schemas: {
    id: '#',
    tab_state_id: 'integer!',
    database_id: 'integer!',
    schema: 'text',
    table: 'text!',
    description: 'text',
    expanded: 'integer!=1',
  },
  key_values: {
    id: '#',
    resource: 'text!',
    key: 'text!',
    value: 'text!',
    user_id: 'integer',
    created_on: 'text!',
    expires_on: 'text',
  },
  row_level_rules: {
    id: '#',
    name: 'text!',
    description: 'text',
    filter_type: 'text!',
    group_key: 'text',
    clause: 'text!',
    ...audited,
  },
  row_level_rule_roles: { rule_id: 'integer!', role_id: 'integer!' },
  row_level_rule_datasets: { rule_id: 'integer!', dataset_id: 'integer!' },
  logs: {
    id: '#',
    user_id: 'integer',
    action: 'text!',
    json: 'text',
    dttm: 'text!',
    dashboard_id: 'integer',
    slice_id: 'integer',
    duration_ms: 'integer',
    referrer: 'text',
  },
  jobs: {
    id: 'text!',
    kind: 'text!',
    payload: 'text!',
    state: 'text!',
    user_id: 'integer',
    progress: 'real!=0',
    result: 'text',
    error: 'text',
    created_on: 'text!',
    changed_on: 'text!',
  },
  settings: { key: 'text!', value: 'text!' },
};

/** Unique keys first, then plain indexes. */
const uniques: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['users', 'username'],
  ['roles', 'name'],
  ['role_permissions', 'role_id', 'permission', 'view'],
  ['user_roles', 'user_id', 'role_id'],
  ['sessions', 'id_hash'],
  ['databases', 'uuid'],
  ['databases', 'database_name'],
  ['datasets', 'uuid'],
  ['charts', 'uuid'],
  ['dashboards', 'uuid'],
  ['dashboards', 'slug'],
  ['dashboard_charts', 'dashboard_id', 'chart_id'],
  ['dashboard_roles', 'dashboard_id', 'role_id'],
  ['owners', 'object_type', 'object_id', 'user_id'],
  ['favorites', 'user_id', 'object_type', 'object_id'],
  ['saved_queries', 'uuid'],
  ['queries', 'client_id'],
  ['key_values', 'resource', 'key'],
  ['jobs', 'id'],
  ['settings', 'key'],
  ['row_level_rule_roles', 'rule_id', 'role_id'],
  ['row_level_rule_datasets', 'rule_id', 'dataset_id'],
];

const indexes: readonly (readonly [table: string, ...columns: string[]])[] = [
  ['sessions', 'user_id'],
  ['datasets', 'database_id'],
  ['dataset_columns', 'dataset_id'],
  ['dataset_metrics', 'dataset_id'],
  ['charts', 'datasource_id'],
  ['charts', 'changed_on'],
  ['dashboards', 'changed_on'],
  ['dashboard_charts', 'chart_id'],
  ['owners', 'user_id', 'object_type'],
  ['saved_queries', 'user_id'],
  ['queries', 'user_id', 'start_time'],
  ['queries', 'results_key'],
  ['tab_states', 'user_id'],
  ['table_schemas', 'tab_state_id'],
  ['key_values', 'expires_on'],
  ['logs', 'user_id', 'dttm'],
  ['logs', 'dttm'],
  ['row_level_rule_datasets', 'dataset_id'],
  ['jobs', 'state'],
];

/** Creates every table of the foundation. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  for (const [name, columns] of Object.entries(tables)) await createTable(db, name, columns);
  for (const [table, ...columns] of uniques) {
    await db.schema
      .createIndex(`ux_${table}_${columns.join('_')}`)
      .unique()
      .on(table)
      .columns(columns)
      .execute();
  }
  for (const [table, ...columns] of indexes) {
    await db.schema
      .createIndex(`ix_${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns)
      .execute();
  }
}

async function createTable(db: Kysely<unknown>, name: string, columns: Columns): Promise<void> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, spec] of Object.entries(columns)) {
    builder = spec === '#' ? addKey(builder, column) : addColumn(builder, column, spec);
  }
  await builder.execute();
}

function addKey(builder: CreateTableBuilder<string, string>, column: string): CreateTableBuilder<string, string> {
  return builder.addColumn(column, 'integer', (definition) => definition.primaryKey().autoIncrement());
}

function addColumn(
  builder: CreateTableBuilder<string, string>,
  column: string,
  spec: string,
): CreateTableBuilder<string, string> {
  const [, type, required, initial] = /^(\w+)(!?)(?:=(.*))?$/.exec(spec) ?? [];
  // The three storage classes that every store of ours has.
  const columnType = type as 'text' | 'integer' | 'real';
  return builder.addColumn(column, columnType, (definition) => {
    const bounded = required ? definition.notNull() : definition;
    return initial === undefined ? bounded : bounded.defaultTo(Number(initial));
  });
}
