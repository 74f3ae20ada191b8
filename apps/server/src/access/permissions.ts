/** One permission as the reference names it: a verb on a view. */
export interface Permission {
  readonly permission: string;
  readonly view: string;
}

const apiViews = [
  'Chart',
  'Dashboard',
  'Dataset',
  'Database',
  'SavedQuery',
  'Query',
  'SQLLab',
  'ReportSchedule',
  'Annotation',
  'CssTemplate',
  'Theme',
  'Row Level Security',
  'Tag',
  'Log',
  'ImportExportRestApi',
  'DashboardFilterStateRestApi',
  'DashboardPermalinkRestApi',
  'ExploreFormDataRestApi',
  'ExplorePermalinkRestApi',
  'Explore',
  'Datasource',
  'AdvancedDataType',
  'AsyncEventsRestApi',
  'SecurityRestApi',
  'AvailableDomains',
  'FilterSets',
  'Api',
  'User',
  'Role',
  'Group',
  'Upload',
  'Metrics',
] as const;

const exportViews = ['Chart', 'Dashboard', 'Dataset', 'Database', 'SavedQuery', 'Theme', 'ImportExportRestApi'];

const menus = [
  'SQL Lab',
  'SQL Editor',
  'Saved Queries',
  'Query Search',
  'Dashboards',
  'Charts',
  'Datasets',
  'Databases',
  'Manage',
  'Security',
  'List Users',
  'List Roles',
  'List Groups',
  'Row Level Security',
  'Action Log',
  'CSS Templates',
  'Themes',
  'Annotation Layers',
  'Alerts & Report',
  'Home',
  'Tags',
  'Data',
];

const sqlLabPairs = pairs({
  SqlLab: ['can_my_queries'],
  SavedQuery: ['can_read', 'can_write', 'can_export'],
  Query: ['can_read', 'can_write', 'can_export_csv'],
  SQLLab: ['can_read', 'can_get_results', 'can_execute_sql_query', 'can_export_csv', 'can_estimate_query_cost'],
  Superset: [
    'can_sql_json',
    'can_sqllab_history',
    'can_sqllab_viz',
    'can_sqllab_table_viz',
    'can_sqllab',
    'can_stop_query',
    'can_test_conn',
    'can_search_queries',
  ],
  TabStateView: [
    'can_activate',
    'can_get',
    'can_delete_query',
    'can_post',
    'can_delete',
    'can_put',
    'can_migrate_query',
  ],
  TableSchemaView: ['can_post', 'can_delete', 'can_expanded'],
});

const sqlLabMenus = ['SQL Lab', 'SQL Editor', 'Saved Queries', 'Query Search'];

const supersetPairs = pairs({
  Superset: [
    'can_csv',
    'can_read',
    'can_explore',
    'can_share_dashboard',
    'can_share_chart',
    'can_dashboard',
    'can_slice',
    'can_log',
    'can_recent_activity',
    'can_fetch_datasource_metadata',
    'can_explore_json',
  ],
  Dashboard: [
    'can_view_query',
    'can_view_chart_as_table',
    'can_drill',
    'can_get_embedded',
    'can_set_embedded',
    'can_delete_embedded',
  ],
  Chart: ['can_warm_up_cache'],
  Dataset: ['can_warm_up_cache', 'can_duplicate', 'can_get_or_create_dataset', 'can_get_drill_info'],
  KV: ['can_get_value', 'can_store'],
  CsvToDatabaseView: ['can_this_form_get', 'can_this_form_post'],
  ExcelToDatabaseView: ['can_this_form_get', 'can_this_form_post'],
  ColumnarToDatabaseView: ['can_this_form_get', 'can_this_form_post'],
  Database: ['can_upload'],
  SecurityRestApi: ['can_grant_guest_token'],
  UserDBModelView: ['can_userinfo', 'resetmypassword'],
  all_datasource_access: ['all_datasource_access'],
  all_database_access: ['all_database_access'],
  all_query_access: ['all_query_access'],
});

const adminOnlyViews = new Set([
  'Action Log',
  'Log',
  'List Users',
  'List Roles',
  'List Groups',
  'Row Level Security',
  'Security',
  'SQL Lab',
  'User',
  'Role',
  'Group',
  'SecurityRestApi',
  'Metrics',
]);
const adminOnlyPermissions = new Set([
  'all_query_access',
  'can_grant_guest_token',
  'can_set_embedded',
  'can_delete_embedded',
  'can_warm_up_cache',
]);
const alphaOnlyViews = new Set([
  'Manage',
  'CSS Templates',
  'Themes',
  'Annotation Layers',
  'Queries',
  'ReportSchedule',
  'Alerts & Report',
  'TableSchemaView',
  'CsvToDatabaseView',
  'ColumnarToDatabaseView',
  'ExcelToDatabaseView',
  'ImportExportRestApi',
  'Upload',
]);
const alphaOnlyPermissions = new Set(['all_database_access', 'all_datasource_access', 'can_upload']);
const adminWrittenViews = new Set(['Database']);
const alphaWrittenViews = new Set(['Annotation', 'CssTemplate', 'Dataset', 'Datasource', 'Theme']);
const readPermissions = new Set([
  'can_show',
  'can_list',
  'can_get',
  'can_read',
  'can_external_metadata',
  'can_external_metadata_by_name',
  'can_get_drill_info',
  'menu_access',
]);
const everyonesPermissions = new Set(['can_userinfo', 'resetmypassword', 'can_recent_activity']);

/** Every permission there is, but for those on single databases, schemas and datasets. */
export const allPermissions: readonly Permission[] = unique([
  ...apiViews.flatMap((view) => ['can_read', 'can_write'].map((permission) => ({ permission, view }))),
  ...exportViews.map((view) => ({ permission: 'can_export', view })),
  ...menus.map((view) => ({ permission: 'menu_access', view })),
  ...sqlLabPairs,
  ...supersetPairs,
]);

const sqlLabKeys = new Set(sqlLabPairs.filter(({ view }) => view !== 'TableSchemaView').map(permissionKey));

/** The built-in roles and what each may do, by the rules of the reference. */
export const builtInRoles: Readonly<Record<string, readonly Permission[]>> = {
  Admin: allPermissions,
  Alpha: allPermissions.filter(isAlphas),
  Gamma: allPermissions.filter((pair) => isAlphas(pair) && isGammas(pair)),
  sql_lab: unique([
    ...sqlLabPairs,
    ...sqlLabMenus.map((view) => ({ permission: 'menu_access', view })),
    ...pairs({ Superset: ['can_csv', 'can_read'], Database: ['can_read'] }),
  ]),
  Public: [],
};

export function permissionKey({ permission, view }: Permission): string {
  return `${permission} on ${view}`;
}

function isAlphas(pair: Permission): boolean {
  if (everyonesPermissions.has(pair.permission)) return true;
  if (adminOnlyViews.has(pair.view) || adminOnlyPermissions.has(pair.permission)) return false;
  if (sqlLabKeys.has(permissionKey(pair)) || (pair.permission === 'menu_access' && sqlLabMenus.includes(pair.view)))
    return false;
  return !(
    adminWrittenViews.has(pair.view) &&
    !readPermissions.has(pair.permission) &&
    pair.permission !== 'can_upload'
  );
}

function isGammas(pair: Permission): boolean {
  if (everyonesPermissions.has(pair.permission)) return true;
  if (alphaOnlyViews.has(pair.view) || alphaOnlyPermissions.has(pair.permission)) return false;
  return !(alphaWrittenViews.has(pair.view) && !readPermissions.has(pair.permission));
}

function pairs(views: Readonly<Record<string, readonly string[]>>): readonly Permission[] {
  return Object.entries(views).flatMap(([view, permissions]) =>
    permissions.map((permission) => ({ permission, view })),
  );
}

function unique(permissions: readonly Permission[]): readonly Permission[] {
  return [...new Map(permissions.map((pair) => [permissionKey(pair), pair])).values()];
}
