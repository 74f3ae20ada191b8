import { t } from '../i18n/index.ts';
import type { NavKey } from './feature-routes.ts';
import type { Session } from './session.tsx';

/** Addresses of the application, in one place. */
export const addresses = {
  home: '/superset/welcome/',
  signIn: '/login/',
  forgotPassword: '/forgot_password/',
  register: '/register/',
  setUp: '/set-up/',
  secondFactor: '/second_factor/',
  dashboards: '/dashboard/list/',
  charts: '/chart/list/',
  datasets: '/tablemodelview/list/',
  sqlEditor: '/superset/sqllab/',
  savedQueries: '/savedqueryview/list/',
  schedules: '/schedule/list/',
  reports: '/report/list/',
  alerts: '/alert/list/',
  reportRuns: (id: number, type: 'Alert' | 'Report') => `/${type === 'Alert' ? 'alert' : 'report'}/${id}/log/`,
  queryHistory: '/superset/sqllab/history/',
  databases: '/databaseview/list/',
  ownAccount: '/user_info/',
  users: '/users/list/',
  registrations: '/registrations/',
  groups: '/list_groups/',
  roles: '/roles/list/',
  rowLevelRules: '/rowlevelsecurity/list/',
  actionLog: '/actionlog/list/',
  annotationLayers: '/annotationlayer/list/',
  annotations: (layerId: number) => `/annotationlayer/${layerId}/annotation/`,
  cssTemplates: '/csstemplatemodelview/list/',
  themes: '/theme/list/',
  trash: '/trash/list/',
  tags: '/superset/tags/',
  tagged: '/superset/all_entities/',
  objectsOfTag: (id: number) => `/superset/all_entities/?id=${id}`,
  newDashboard: '/dashboard/new/',
  newChart: '/chart/add',
  newDataset: '/dataset/add/',
  newQuery: '/superset/sqllab/?new=true',
  upload: '/csvtodatabaseview/form',
  newDatabase: '/database/add/',
  editDatabase: (id: number) => `/database/edit/${id}/`,
  apiDocs: '/swagger/v1',
  help: '/help/',
  dashboard: (idOrSlug: number | string, query = '') => `/superset/dashboard/${idOrSlug}/${query}`,
  chart: (id: number, dashboardId?: number) =>
    `/explore/?slice_id=${id}${dashboardId === undefined ? '' : `&dashboard_id=${dashboardId}`}`,
  /** The chart builder, about to take a note. */
  noteOnChart: (id: number, dashboardId: number) =>
    `/explore/?${new URLSearchParams({ slice_id: String(id), dashboard_id: String(dashboardId), note: 'true' })}`,
  /** The chart builder with settings of the chart changed, for its owner to look at and save. */
  changedChart: (id: number, changes: Readonly<Record<string, unknown>>, dashboardId: number) =>
    `/explore/?${new URLSearchParams({ slice_id: String(id), dashboard_id: String(dashboardId), form_data: JSON.stringify(changes) })}`,
  editDataset: (id: number) => `/tablemodelview/edit/${id}`,
  dataset: (id: number) => `/explore/?datasource_type=table&datasource_id=${id}`,
  table: ({ databaseId, schema, table }: { databaseId: number; schema: string; table: string }) =>
    `/superset/sqllab/?${new URLSearchParams({ dbid: String(databaseId), schema, table })}`,
  savedQueryVersions: (id: number) => `/superset/sqllab/?savedQueryId=${id}&versions=true`,
  savedQuery: (id: number) => `/superset/sqllab/?savedQueryId=${id}`,
} as const;

export interface NavItem {
  readonly key: NavKey;
  readonly label: string;
  readonly address: string;
}

interface Place extends NavItem {
  readonly view: string;
}

/** Only what the roles allow: an entry that leads to a refusal helps nobody. */
function allowed(places: readonly Place[], { can }: Pick<Session, 'can'>): readonly NavItem[] {
  return places.filter(({ view }) => can('can_read', view)).map(({ key, label, address }) => ({ key, label, address }));
}

export function navItems(session: Pick<Session, 'can'>): readonly NavItem[] {
  const places: readonly Place[] = [
    { key: 'dashboards', label: t('Dashboards'), address: addresses.dashboards, view: 'Dashboard' },
    { key: 'charts', label: t('Charts'), address: addresses.charts, view: 'Chart' },
    { key: 'datasets', label: t('Datasets'), address: addresses.datasets, view: 'Dataset' },
  ];
  return allowed(places, session);
}

export function sqlItems(session: Pick<Session, 'can'>): readonly NavItem[] {
  const places: readonly Place[] = [
    { key: 'sql', label: t('SQL Lab'), address: addresses.sqlEditor, view: 'SQLLab' },
    { key: 'sql', label: t('Saved queries'), address: addresses.savedQueries, view: 'SavedQuery' },
    { key: 'sql', label: t('Schedules'), address: addresses.schedules, view: 'SavedQuery' },
    { key: 'sql', label: t('Query history'), address: addresses.queryHistory, view: 'Query' },
  ];
  return allowed(places, session);
}

/** Who may sign in, and what for: for those who may read it. */
export function peopleItems({ can, bootstrap }: Pick<Session, 'can' | 'bootstrap'>): readonly Omit<NavItem, 'key'>[] {
  return [
    ...(can('can_read', 'User') ? [{ label: t('Users'), address: addresses.users }] : []),
    ...(can('can_read', 'User') && bootstrap.conf.REGISTRATION === 1
      ? [{ label: t('Registrations'), address: addresses.registrations }]
      : []),
    ...(can('can_read', 'Group') ? [{ label: t('Groups'), address: addresses.groups }] : []),
    ...(can('can_read', 'Role') ? [{ label: t('Roles'), address: addresses.roles }] : []),
    ...(can('can_read', 'Row Level Security')
      ? [{ label: t('Row-level security'), address: addresses.rowLevelRules }]
      : []),
    ...(can('can_read', 'Log') ? [{ label: t('Action log'), address: addresses.actionLog }] : []),
  ];
}
