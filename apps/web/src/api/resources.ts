/** What the generic layer must know of a resource: its path and the words for it in messages. */
export interface Resource {
  /** Path segment and cache key. */
  readonly name: string;
  readonly path: string;
  /** Singular, as messages write it. */
  readonly label: string;
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
} as const;
