/** What is kept of an object, and told apart. */
export interface VersionedKind {
  readonly table: 'charts' | 'dashboards';
  readonly nameColumn: string;
  readonly fields: readonly string[];
  /** Kept with the others, and no change by itself: it follows from them. */
  readonly derived: readonly string[];
  /** JSON objects whose entries are told apart. */
  readonly documents: readonly string[];
  /** Entries that pages write without anybody's having changed them. */
  readonly noise: ReadonlySet<string>;
  /** Who saved it last, and when. */
  readonly saver: string;
  readonly savedOn: string;
}

export const versionedKinds = {
  chart: {
    table: 'charts',
    nameColumn: 'slice_name',
    fields: [
      ...['slice_name', 'description', 'viz_type', 'params', 'datasource_id'],
      ...['cache_timeout', 'certified_by', 'certification_details'],
    ],
    derived: ['query_context'],
    documents: ['params'],
    noise: new Set(['slice_id', 'url_params', 'dashboards', 'dashboardId', 'standardizedFormData']),
    saver: 'last_saved_by_fk',
    savedOn: 'last_saved_at',
  },
  dashboard: {
    table: 'dashboards',
    nameColumn: 'dashboard_title',
    fields: [
      ...['dashboard_title', 'css', 'position_json', 'json_metadata'],
      ...['certified_by', 'certification_details', 'theme_id'],
    ],
    derived: [],
    documents: ['json_metadata'],
    noise: new Set([
      ...['label_colors', 'map_label_colors', 'shared_label_colors', 'color_scheme_domain'],
      ...['chart_configuration', 'global_chart_configuration', 'default_filters', 'filter_scopes'],
    ]),
    saver: 'changed_by_fk',
    savedOn: 'changed_on',
  },
} as const satisfies Readonly<Record<string, VersionedKind>>;
