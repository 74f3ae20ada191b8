import { meaningOfPart, meaningOfSetting } from './meanings.ts';

/** What is kept of an object, and told apart. */
export interface VersionedKind {
  readonly table: 'charts' | 'dashboards' | 'datasets';
  readonly nameColumn: string;
  readonly fields: readonly string[];
  /** Stored as 0 and 1. */
  readonly flags: readonly string[];
  /** Rows of other tables, each kept as a document by the names of its rows. */
  readonly parts: readonly VersionedPart[];
  /** Kept with the others, and no change by itself: it follows from them. */
  readonly derived: readonly string[];
  /** JSON objects whose entries are told apart. */
  readonly documents: readonly string[];
  /** JSON objects that are one change, whichever of their entries differ. */
  readonly wholes: readonly string[];
  /** What an entry comes to, by the JSON object that it is of; where there is none it is what is written. */
  readonly meanings: Readonly<Record<string, (name: string, value: unknown) => unknown>>;
  /** Entries that pages write without anybody's having changed them. */
  readonly noise: ReadonlySet<string>;
  /** Who saved it last, and when. */
  readonly saver: string;
  readonly savedOn: string;
}

interface VersionedPart {
  readonly field: string;
  readonly table: 'dataset_columns' | 'dataset_metrics';
  readonly nameColumn: string;
  readonly fields: readonly string[];
  readonly flags: readonly string[];
}

export const versionedKinds = {
  chart: {
    table: 'charts',
    nameColumn: 'slice_name',
    fields: [
      ...['slice_name', 'description', 'viz_type', 'params', 'datasource_id'],
      ...['cache_timeout', 'certified_by', 'certification_details'],
    ],
    flags: [],
    parts: [],
    derived: ['query_context'],
    documents: ['params'],
    wholes: [],
    meanings: {},
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
    flags: [],
    parts: [],
    derived: [],
    documents: ['json_metadata'],
    wholes: ['position_json'],
    meanings: { json_metadata: meaningOfSetting, position_json: meaningOfPart },
    noise: new Set([
      ...['label_colors', 'map_label_colors', 'shared_label_colors', 'color_scheme_domain'],
      ...['chart_configuration', 'global_chart_configuration', 'default_filters', 'filter_scopes'],
    ]),
    saver: 'changed_by_fk',
    savedOn: 'changed_on',
  },
  dataset: {
    table: 'datasets',
    nameColumn: 'table_name',
    fields: [
      ...['table_name', 'catalog', 'schema', 'sql', 'description', 'main_dttm_col', 'cache_timeout', 'offset'],
      ...['default_endpoint', 'fetch_values_predicate', 'template_params', 'extra', 'currency_code_column', 'folders'],
      ...['filter_select_enabled', 'normalize_columns', 'always_filter_main_dttm', 'columns', 'metrics'],
    ],
    flags: ['filter_select_enabled', 'normalize_columns', 'always_filter_main_dttm'],
    parts: [
      {
        field: 'columns',
        table: 'dataset_columns',
        nameColumn: 'column_name',
        fields: [
          ...['column_name', 'type', 'advanced_data_type', 'verbose_name', 'description', 'expression', 'extra'],
          ...['python_date_format', 'datetime_format', 'filterable', 'groupby', 'is_active', 'is_dttm', 'uuid'],
        ],
        flags: ['filterable', 'groupby', 'is_active', 'is_dttm'],
      },
      {
        field: 'metrics',
        table: 'dataset_metrics',
        nameColumn: 'metric_name',
        fields: [
          ...['metric_name', 'expression', 'metric_type', 'description', 'extra', 'd3format', 'currency'],
          ...['verbose_name', 'warning_text', 'uuid'],
        ],
        flags: [],
      },
    ],
    derived: [],
    documents: ['columns', 'metrics'],
    wholes: [],
    meanings: {},
    noise: new Set(),
    saver: 'changed_by_fk',
    savedOn: 'changed_on',
  },
} as const satisfies Readonly<Record<string, VersionedKind>>;
