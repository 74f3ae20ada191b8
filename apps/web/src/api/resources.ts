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

function resource(name: string, label: string): Resource {
  return { name, label, path: `/api/v1/${name}/` };
}

export const resources = {
  charts: resource('chart', 'chart'),
  dashboards: resource('dashboard', 'dashboard'),
  datasets: resource('dataset', 'dataset'),
  databases: resource('database', 'database'),
  savedQueries: resource('saved_query', 'saved query'),
  queries: resource('query', 'query'),
  users: resource('security/users', 'user'),
  roles: resource('security/roles', 'role'),
  annotationLayers: resource('annotation_layer', 'annotation layer'),
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
