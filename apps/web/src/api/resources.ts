import {
  annotationLayerEndpoints,
  chartEndpoints,
  dashboardEndpoints,
  databaseEndpoints,
  datasetEndpoints,
  type Endpoint,
  queryEndpoints,
  roleEndpoints,
  savedQueryEndpoints,
  userEndpoints,
} from '@powerset/contract';

/** What the generic layer must know of a resource: its path and the words for it in messages. */
export interface Resource {
  /** Path segment and cache key. */
  readonly name: string;
  readonly path: string;
  /** Singular, as messages write it. */
  readonly label: string;
  /** Where `_info` is asked for, when it is not the path. */
  readonly infoPath?: string;
}

function resource(name: string, label: string, { path }: Endpoint): Resource {
  return { name, label, path };
}

export const resources = {
  charts: resource('chart', 'chart', chartEndpoints.list),
  dashboards: resource('dashboard', 'dashboard', dashboardEndpoints.list),
  datasets: resource('dataset', 'dataset', datasetEndpoints.list),
  databases: resource('database', 'database', databaseEndpoints.list),
  savedQueries: resource('saved_query', 'saved query', savedQueryEndpoints.list),
  queries: resource('query', 'query', queryEndpoints.list),
  users: resource('security/users', 'user', userEndpoints.list),
  roles: resource('security/roles', 'role', roleEndpoints.list),
  annotationLayers: resource('annotation_layer', 'annotation layer', annotationLayerEndpoints.list),
} as const;

/** The annotations that stand in one layer; what may be done with them is told by the layers. */
export function annotationsOf(layerId: number): Resource {
  const { name, path } = resources.annotationLayers;
  return {
    name: `${name}/${layerId}/annotation`,
    path: `${path}${layerId}/annotation/`,
    label: 'annotation',
    infoPath: path,
  };
}
