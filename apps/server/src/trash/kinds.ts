import type { TrashType } from '@powerset/contract';

/** A table with rows of an object, and the column that names the object. */
export interface Part {
  readonly table: string;
  readonly column: string;
  /** Rows of other types of objects are in the table too. */
  readonly isTyped?: boolean;
  /** What else its rows name; a row whose other side is gone is left out. */
  readonly needs?: readonly Reference[];
}

export interface Reference {
  readonly column: string;
  readonly table: string;
}

export interface Kind {
  readonly table: string;
  readonly nameColumn: string;
  /** The class of the resource in permissions. */
  readonly view: string;
  readonly parts: readonly Part[];
}

const user = { column: 'user_id', table: 'users' };
const belongings: readonly Part[] = [
  { table: 'owners', column: 'object_id', isTyped: true, needs: [user] },
  { table: 'favorites', column: 'object_id', isTyped: true, needs: [user] },
  { table: 'tagged_objects', column: 'object_id', isTyped: true, needs: [{ column: 'tag_id', table: 'tags' }] },
  { table: 'object_versions', column: 'object_id', isTyped: true },
];

/** What an object of each type is made of. */
export const trashKinds: Readonly<Record<TrashType, Kind>> = {
  chart: {
    table: 'charts',
    nameColumn: 'slice_name',
    view: 'Chart',
    parts: [
      ...belongings,
      { table: 'dashboard_charts', column: 'chart_id', needs: [{ column: 'dashboard_id', table: 'dashboards' }] },
    ],
  },
  dashboard: {
    table: 'dashboards',
    nameColumn: 'dashboard_title',
    view: 'Dashboard',
    parts: [
      ...belongings,
      { table: 'dashboard_charts', column: 'dashboard_id', needs: [{ column: 'chart_id', table: 'charts' }] },
      { table: 'dashboard_roles', column: 'dashboard_id', needs: [{ column: 'role_id', table: 'roles' }] },
      { table: 'embedded_dashboards', column: 'dashboard_id' },
      { table: 'filter_sets', column: 'dashboard_id' },
    ],
  },
  dataset: {
    table: 'datasets',
    nameColumn: 'table_name',
    view: 'Dataset',
    parts: [
      ...belongings,
      { table: 'dataset_columns', column: 'dataset_id' },
      { table: 'dataset_metrics', column: 'dataset_id' },
      {
        table: 'row_level_rule_datasets',
        column: 'dataset_id',
        needs: [{ column: 'rule_id', table: 'row_level_rules' }],
      },
    ],
  },
  saved_query: {
    table: 'saved_queries',
    nameColumn: 'label',
    view: 'SavedQuery',
    parts: [
      ...belongings,
      { table: 'saved_query_versions', column: 'saved_query_id' },
      { table: 'schedules', column: 'saved_query_id', needs: [user] },
    ],
  },
};

export const viewOfType = (type: TrashType): string => trashKinds[type].view;
