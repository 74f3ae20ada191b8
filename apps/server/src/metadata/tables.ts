import type { ColumnType, Generated, Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { AccessRequestsTable } from './access-request-tables.ts';
import type { AgentClientsTable, AgentCodesTable, AgentGrantsTable, AgentTokensTable } from './agent-tables.ts';
import type { ApiKeysTable } from './api-key-tables.ts';
import type { DashboardChartsTable, DashboardDatasetsTable, DashboardRolesTable } from './dashboard-link-tables.ts';
import type { DatabaseUserOauth2TokensTable } from './database-token-tables.ts';
import type { EmbeddedDashboardsTable } from './embedded-dashboard-tables.ts';
import type { GroupRolesTable, GroupsTable, HeldRolesView, UserGroupsTable } from './group-tables.ts';
import type {
  PasskeysTable,
  PasswordLinksTable,
  RegistrationsTable,
  SamlAnswersTable,
  SamlSessionsTable,
  SecondFactorsTable,
  SessionsTable,
  SpentChallengesTable,
  UserIdentitiesTable,
  UsersTable,
} from './identity-tables.ts';
import type { LogsTable } from './log-tables.ts';
import type { AsyncChannelsTable, AsyncJobsTable, JobsTable, ProcessesTable } from './process-tables.ts';
import type { ReportDeliveriesTable, ReportRecipientsTable, ReportRunsTable, ReportsTable } from './report-tables.ts';
import type {
  PermissionNumbersTable,
  PermissionPairsView,
  RolePermissionsTable,
  RolesTable,
  UserRolesTable,
} from './role-tables.ts';
import type { SavedQueryVersionsTable } from './saved-query-tables.ts';
import type { ScheduleRunsTable, SchedulesTable } from './schedule-tables.ts';
import type { QueriesTable, RunQuestionsTable, TableSchemasTable, TabStatesTable } from './sql-editor-tables.ts';
import type { Flag, Optional } from './table-columns.ts';
import type { TaggedObjectsTable, TagsTable } from './tag-tables.ts';
import type { ThemeFilesTable, ThemesTable } from './theme-tables.ts';
import type { TrashTable } from './trash-tables.ts';
import type { ObjectVersionsTable } from './version-tables.ts';

interface Audited {
  created_on: ColumnType<string, string, never>;
  changed_on: string;
  created_by_fk: Optional<number>;
  changed_by_fk: Optional<number>;
}

export interface DatabasesTable extends Audited {
  id: Generated<number>;
  uuid: string;
  database_name: string;
  /** `duckdb`, `postgresql`, …: the first part of the URI. */
  backend: string;
  /** The URI with the password masked. */
  sqlalchemy_uri: string;
  /** JSON of what must never leave, encrypted with the installation's key. */
  secret: Optional<string>;
  extra: string;
  cache_timeout: Optional<number>;
  expose_in_sqllab: Flag;
  allow_run_async: Flag;
  allow_file_upload: Flag;
  allow_ctas: Flag;
  allow_cvas: Flag;
  allow_dml: Flag;
  force_ctas_schema: Optional<string>;
  impersonate_user: Flag;
  configuration_method: string;
  is_managed_externally: Flag;
  external_url: Optional<string>;
  /** JSON of what a bundle said beyond this, while its database cannot be opened here; exported again. */
  kept: Optional<string>;
  /** The fingerprint by which the SSH server of its tunnel is known; null before it was met. */
  ssh_host_key: Optional<string>;
  /** Of a database in a file: 1 until a start has found the file, where it came from elsewhere without it. */
  awaits_file: Generated<number>;
}

/** What a database had when its engine was last asked: schemas, and catalogs beside its own. */
export interface DatabaseNamesTable {
  database_id: number;
  name: string;
}

export interface DatasetsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  database_id: number;
  /** Another than the one that the connection opens, which is null. */
  catalog: Optional<string>;
  schema: Optional<string>;
  table_name: string;
  /** The query of a virtual dataset; null for a physical one. */
  sql: Optional<string>;
  description: Optional<string>;
  main_dttm_col: Optional<string>;
  /** The column with codes of the currencies that the row's amounts are in. */
  currency_code_column: Optional<string>;
  /** JSON `{folders}`: how columns and metrics are ordered. */
  folders: Optional<string>;
  normalize_columns: Flag;
  always_filter_main_dttm: Flag;
  offset: Flag;
  default_endpoint: Optional<string>;
  cache_timeout: Optional<number>;
  is_sqllab_view: Flag;
  template_params: Optional<string>;
  extra: Optional<string>;
  params: Optional<string>;
  filter_select_enabled: Flag;
  fetch_values_predicate: Optional<string>;
  is_managed_externally: Flag;
  external_url: Optional<string>;
  /** JSON of what a bundle said beyond this, while its database cannot be opened here; exported again. */
  kept: Optional<string>;
}

export interface DatasetColumnsTable {
  id: Generated<number>;
  uuid: string;
  dataset_id: number;
  column_name: string;
  verbose_name: Optional<string>;
  description: Optional<string>;
  expression: Optional<string>;
  type: Optional<string>;
  advanced_data_type: Optional<string>;
  filterable: Flag;
  groupby: Flag;
  is_active: Flag;
  is_dttm: Flag;
  python_date_format: Optional<string>;
  /** A strftime format in which its texts are read as times in results. */
  datetime_format: Optional<string>;
  extra: Optional<string>;
  position: Flag;
  created_on: string;
  changed_on: string;
}

export interface DatasetMetricsTable {
  id: Generated<number>;
  uuid: string;
  dataset_id: number;
  metric_name: string;
  verbose_name: Optional<string>;
  description: Optional<string>;
  expression: string;
  metric_type: Optional<string>;
  d3format: Optional<string>;
  /** JSON text `{symbol, symbolPosition}`. */
  currency: Optional<string>;
  warning_text: Optional<string>;
  extra: Optional<string>;
  position: Flag;
  created_on: string;
  changed_on: string;
}

export interface ChartsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  slice_name: string;
  viz_type: string;
  datasource_id: Optional<number>;
  datasource_type: string;
  params: string;
  query_context: Optional<string>;
  description: Optional<string>;
  cache_timeout: Optional<number>;
  certified_by: Optional<string>;
  certification_details: Optional<string>;
  last_saved_at: Optional<string>;
  last_saved_by_fk: Optional<number>;
  is_managed_externally: Flag;
  external_url: Optional<string>;
}

export interface DashboardsTable extends Audited {
  id: Generated<number>;
  uuid: string;
  dashboard_title: string;
  slug: Optional<string>;
  css: string;
  position_json: string;
  json_metadata: string;
  description: Optional<string>;
  published: Flag;
  certified_by: Optional<string>;
  certification_details: Optional<string>;
  is_managed_externally: Flag;
  external_url: Optional<string>;
  theme_id: Optional<number>;
}

/** Who owns what; `object_type` is `chart`, `dashboard`, `dataset` or `report`. */
export interface OwnersTable {
  object_type: string;
  object_id: number;
  user_id: number;
}
export interface FavoritesTable {
  object_type: string;
  object_id: number;
  user_id: number;
  created_on: string;
}

export interface SavedQueriesTable extends Audited {
  id: Generated<number>;
  uuid: string;
  user_id: number;
  db_id: Optional<number>;
  catalog: Optional<string>;
  schema: Optional<string>;
  label: string;
  description: Optional<string>;
  sql: string;
  template_parameters: Optional<string>;
  extra_json: Optional<string>;
  last_run: Optional<string>;
  rows: Optional<number>;
  /** JSON of what a bundle said beyond this, while its database cannot be opened here; exported again. */
  kept: Optional<string>;
}

/** Keyed small documents: explore form data, permalinks, filter state, shared queries. */
export interface KeyValuesTable {
  id: Generated<number>;
  resource: string;
  key: string;
  value: string;
  user_id: Optional<number>;
  created_on: string;
  expires_on: Optional<string>;
}

export interface RowLevelRulesTable extends Audited {
  id: Generated<number>;
  name: string;
  description: Optional<string>;
  /** `Regular` or `Base`. */
  filter_type: string;
  group_key: Optional<string>;
  clause: string;
}
export interface RowLevelRuleRolesTable {
  rule_id: number;
  role_id: number;
}
export interface RowLevelRuleDatasetsTable {
  rule_id: number;
  dataset_id: number;
}

export interface SettingsTable {
  key: string;
  value: string;
}

export interface AnnotationLayersTable extends Audited {
  id: Generated<number>;
  name: string;
  descr: Optional<string>;
}

export interface FilterSetsTable extends Audited {
  id: Generated<number>;
  dashboard_id: number;
  owner_type: string;
  owner_id: number;
  name: string;
  description: Optional<string>;
  json_metadata: string;
}

export interface AnnotationsTable extends Audited {
  id: Generated<number>;
  layer_id: number;
  short_descr: string;
  long_descr: Optional<string>;
  start_dttm: string;
  end_dttm: string;
  json_metadata: Optional<string>;
}

export interface CssTemplatesTable extends Audited {
  id: Generated<number>;
  uuid: string;
  template_name: string;
  css: string;
}

export interface MetadataTables {
  users: UsersTable;
  roles: RolesTable;
  role_permissions: RolePermissionsTable;
  permission_pairs: PermissionPairsView;
  permission_numbers: PermissionNumbersTable;
  user_roles: UserRolesTable;
  groups: GroupsTable;
  user_groups: UserGroupsTable;
  group_roles: GroupRolesTable;
  held_roles: HeldRolesView;
  sessions: SessionsTable;
  databases: DatabasesTable;
  database_schemas: DatabaseNamesTable;
  database_catalogs: DatabaseNamesTable;
  datasets: DatasetsTable;
  dataset_columns: DatasetColumnsTable;
  dataset_metrics: DatasetMetricsTable;
  charts: ChartsTable;
  dashboards: DashboardsTable;
  dashboard_charts: DashboardChartsTable;
  dashboard_datasets: DashboardDatasetsTable;
  dashboard_roles: DashboardRolesTable;
  owners: OwnersTable;
  favorites: FavoritesTable;
  saved_queries: SavedQueriesTable;
  saved_query_versions: SavedQueryVersionsTable;
  schedules: SchedulesTable;
  schedule_runs: ScheduleRunsTable;
  queries: QueriesTable;
  tab_states: TabStatesTable;
  table_schemas: TableSchemasTable;
  key_values: KeyValuesTable;
  row_level_rules: RowLevelRulesTable;
  row_level_rule_roles: RowLevelRuleRolesTable;
  row_level_rule_datasets: RowLevelRuleDatasetsTable;
  logs: LogsTable;
  jobs: JobsTable;
  settings: SettingsTable;
  annotation_layers: AnnotationLayersTable;
  annotations: AnnotationsTable;
  css_templates: CssTemplatesTable;
  themes: ThemesTable;
  theme_files: ThemeFilesTable;
  filter_sets: FilterSetsTable;
  access_requests: AccessRequestsTable;
  reports: ReportsTable;
  report_recipients: ReportRecipientsTable;
  report_runs: ReportRunsTable;
  report_deliveries: ReportDeliveriesTable;
  agent_clients: AgentClientsTable;
  agent_codes: AgentCodesTable;
  agent_grants: AgentGrantsTable;
  agent_tokens: AgentTokensTable;
  api_keys: ApiKeysTable;
  user_identities: UserIdentitiesTable;
  processes: ProcessesTable;
  async_jobs: AsyncJobsTable;
  async_channels: AsyncChannelsTable;
  run_questions: RunQuestionsTable;
  password_links: PasswordLinksTable;
  registrations: RegistrationsTable;
  saml_answers: SamlAnswersTable;
  saml_sessions: SamlSessionsTable;
  second_factors: SecondFactorsTable;
  passkeys: PasskeysTable;
  spent_challenges: SpentChallengesTable;
  database_user_oauth2_tokens: DatabaseUserOauth2TokensTable;
  embedded_dashboards: EmbeddedDashboardsTable;
  tags: TagsTable;
  tagged_objects: TaggedObjectsTable;
  trash: TrashTable;
  object_versions: ObjectVersionsTable;
}

export type Store = Kysely<MetadataTables>;

export type Row<T extends keyof MetadataTables> = Selectable<MetadataTables[T]>;
export type NewRow<T extends keyof MetadataTables> = Insertable<MetadataTables[T]>;
export type RowChange<T extends keyof MetadataTables> = Updateable<MetadataTables[T]>;
