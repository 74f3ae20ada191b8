import {
  accessRequestEndpoints,
  annotationEndpoints,
  annotationLayerEndpoints,
  type BodyOf,
  type BundleKind,
  bundleEndpoints,
  chartEndpoints,
  cssTemplateEndpoints,
  type DistinctValues,
  dashboardEndpoints,
  databaseEndpoints,
  datasetEndpoints,
  type Endpoint,
  groupEndpoints,
  logEndpoints,
  type OperationOf,
  queryRunEndpoints,
  type RelatedValues,
  type ResourceInfo,
  type ResultOf,
  registrationEndpoints,
  reportEndpoints,
  roleEndpoints,
  rowLevelRuleEndpoints,
  savedQueryEndpoints,
  scheduleEndpoints,
  tagEndpoints,
  themeEndpoints,
  trashEndpoints,
  userEndpoints,
} from '@powerset/contract';
import { msg } from '../i18n/index.ts';

export type ResourceCall =
  | 'list'
  | 'info'
  | 'related'
  | 'distinct'
  | 'get'
  | 'create'
  | 'update'
  | 'delete'
  | 'bulkDelete'
  | 'favoriteStatus'
  | 'addFavorite'
  | 'removeFavorite';

/** The calls that resources have in common; not every one has all of them. */
export type ResourceEndpoints = { readonly list: Endpoint } & { readonly [Call in ResourceCall]?: Endpoint };

/** What the generic layer must know of a resource: its calls and the words for it in messages. */
export interface Resource<T extends ResourceEndpoints = ResourceEndpoints> {
  /** Cache key. */
  readonly name: string;
  /** Singular, as messages write it; they translate it. */
  readonly label: string;
  readonly endpoints: T;
  /** Its exports and imports, where it has them. */
  readonly bundles?: BundleKind;
  /** What it stands in. */
  readonly params?: Readonly<Record<string, number>>;
  /** The parameter that names one of its objects, when it is not `id`. */
  readonly idParam?: string;
}

/** What the generic layer reads of calls that resources have in common, whatever the resource. */
export interface CommonResults {
  readonly info: ResourceInfo;
  readonly related: RelatedValues;
  readonly distinct: DistinctValues;
  readonly favoriteStatus: ResultOf<OperationOf<typeof chartEndpoints.favoriteStatus>>;
  readonly create: { readonly id: number };
}

/** A resource whose endpoints declare something else does not compile. */
type Fitting<T extends ResourceEndpoints> = {
  readonly [Call in keyof T]: Call extends keyof CommonResults & ResourceCall
    ? ResultOfCall<T, Call> extends CommonResults[Call]
      ? T[Call]
      : never
    : T[Call];
};

function resource<T extends ResourceEndpoints>(
  name: string,
  endpoints: T & Fitting<T>,
  words: Omit<Resource, 'name' | 'endpoints'>,
) {
  return { name, endpoints: endpoints as T, ...words };
}

export const resources = {
  charts: resource('chart', chartEndpoints, { label: msg('chart'), bundles: 'chart' }),
  dashboards: resource('dashboard', dashboardEndpoints, { label: msg('dashboard'), bundles: 'dashboard' }),
  datasets: resource('dataset', datasetEndpoints, { label: msg('dataset'), bundles: 'dataset' }),
  databases: resource('database', databaseEndpoints, { label: msg('database'), bundles: 'database' }),
  savedQueries: resource('saved_query', savedQueryEndpoints, { label: msg('saved query'), bundles: 'saved_query' }),
  schedules: resource('schedule', scheduleEndpoints, { label: msg('schedule') }),
  reports: resource('report', reportEndpoints, { label: msg('report') }),
  queries: resource('query', queryRunEndpoints, { label: msg('query') }),
  users: resource('security/users', { ...userEndpoints, update: userEndpoints.change }, { label: msg('user') }),
  registrations: resource('security/user_registrations', registrationEndpoints, { label: msg('registration') }),
  roles: resource('security/roles', { ...roleEndpoints, update: roleEndpoints.rename }, { label: msg('role') }),
  groups: resource('security/groups', { ...groupEndpoints, update: groupEndpoints.change }, { label: msg('group') }),
  rowLevelRules: resource('rowlevelsecurity', rowLevelRuleEndpoints, { label: msg('rule') }),
  accessRequests: resource('access_request', accessRequestEndpoints, { label: msg('access request') }),
  tags: resource('tag', tagEndpoints, { label: msg('tag') }),
  annotationLayers: resource('annotation_layer', annotationLayerEndpoints, { label: msg('annotation layer') }),
  cssTemplates: resource('css_template', cssTemplateEndpoints, { label: msg('CSS template') }),
  logs: resource('log', logEndpoints, { label: msg('action') }),
  trash: resource('trash', trashEndpoints, { label: msg('deleted object') }),
  themes: resource('theme', themeEndpoints, { label: msg('theme'), bundles: 'theme' }),
} as const;

/** The annotations that stand in one layer; what may be done with them is told by the layers. */
export function annotationsOf(layerId: number) {
  const endpoints = { ...annotationEndpoints, info: annotationLayerEndpoints.info };
  return resource(`annotation_layer/${layerId}/annotation`, endpoints, {
    label: msg('annotation'),
    params: { id: layerId },
    idParam: 'annotationId',
  });
}

/** The runs of one report; what may be done is told by the reports. */
export function reportRunsOf(reportId: number) {
  const endpoints = { list: reportEndpoints.logs, info: reportEndpoints.info };
  return resource(`report/${reportId}/log`, endpoints, { label: msg('run'), params: { id: reportId } });
}

/** A call of a resource that must have it. */
export function callOf({ endpoints, label }: Resource, call: ResourceCall): Endpoint {
  const endpoint = endpoints[call];
  if (!endpoint) throw new Error(`There is no call ${call} of a ${label}.`);
  return endpoint;
}

/** The parameters that name one of a resource's objects. */
export function paramsOf({ params, idParam = 'id' }: Resource, id: number | string) {
  return { ...params, [idParam]: id };
}

/** Exports and imports of a resource that must have them. */
export function bundlesOf({ bundles, label }: Resource) {
  if (!bundles) throw new Error(`There are no bundles of a ${label}.`);
  return bundleEndpoints[bundles];
}

/** What is sent to make or to change an object of a resource. */
export type BodyOfCall<T extends ResourceEndpoints, Call extends ResourceCall> = BodyOf<
  OperationOf<NonNullable<T[Call]>>
>;

/** What a call of a resource brings. */
export type ResultOfCall<T extends ResourceEndpoints, Call extends ResourceCall> = ResultOf<
  OperationOf<NonNullable<T[Call]>>
>;

/** An object as the resource's list shows it. */
export type RowOf<T extends ResourceEndpoints> =
  ResultOfCall<T, 'list'> extends { readonly result: readonly (infer Row extends { readonly id: number })[] }
    ? Row
    : { readonly id: number };

/** A page of a resource's list. */
export interface PageOf<T extends ResourceEndpoints> {
  readonly count: number;
  readonly result: readonly RowOf<T>[];
}

/** One object of a resource. */
export type ItemOf<T extends ResourceEndpoints> =
  ResultOfCall<T, 'get'> extends { readonly result: infer Item } ? Item : never;
