import {
  adhocFiltersControl,
  checkbox,
  control,
  defineForm,
  type FormOf,
  groupbyControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  validateNonEmpty,
  validateNumber,
} from '@powerset/chart-kit';
import { mapStyleControl } from './map-form.ts';

const ownView = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    type: 'number',
    label,
    default: null,
    isClearable: true,
    changes: 'drawing',
    validators: [validateNumber],
    description: 'Empty, the map zooms to the data.',
  });

const coordinate = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    type: 'column',
    label,
    changes: 'query',
    validators: [validateNonEmpty],
    description: `Column containing ${label.toLowerCase()} data`,
  });

/** The controls of maps of clusters. */
export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [coordinate('all_columns_x', 'Longitude'), coordinate('all_columns_y', 'Latitude')],
      [
        control({
          name: 'clustering_radius',
          type: 'select',
          label: 'Clustering Radius',
          default: 60,
          choices: plainChoices([0, 20, 40, 60, 80, 100, 200, 500, 1000]),
          isFreeForm: true,
          changes: 'drawing',
          description:
            'The radius (in pixels) the algorithm uses to define a cluster. Choose 0 to turn off clustering, but beware that a large number of points (>1000) will cause lag.',
        }),
      ],
      [rowLimitControl],
      [adhocFiltersControl],
      [groupbyControl],
    ],
  },
  {
    label: 'Points',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [
        control({
          name: 'point_radius',
          type: 'select',
          label: 'Point Radius',
          default: 'Auto',
          choices: (context) => [
            { value: 'Auto', label: 'Auto' },
            ...context.columns.map(({ name }) => ({ value: name, label: name })),
          ],
          changes: 'query',
          description:
            "The radius of individual points (ones that are not in a cluster). Either a numerical column or 'Auto', which scales the point based on the largest cluster",
        }),
      ],
      [
        control({
          name: 'point_radius_unit',
          type: 'select',
          label: 'Point Radius Unit',
          default: 'Pixels',
          choices: plainChoices(['Pixels', 'Miles', 'Kilometers']),
          changes: 'drawing',
          description: 'The unit of measure for the specified point radius',
        }),
      ],
    ],
  },
  {
    label: 'Labelling',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [
        control({
          name: 'mapbox_label',
          type: 'select',
          label: 'label',
          default: [],
          isMulti: true,
          choices: (context) => [
            { value: 'count', label: 'count' },
            ...context.columns.map(({ name }) => ({ value: name, label: name })),
          ],
          changes: 'query',
          description:
            '`count` is COUNT(*) if a group by is used. Numerical columns will be aggregated with the aggregator. Non-numerical columns will be used to label points. Leave empty to get a count of points in each cluster.',
        }),
      ],
      [
        control({
          name: 'pandas_aggfunc',
          type: 'select',
          label: 'Cluster label aggregator',
          default: 'sum',
          choices: plainChoices(['sum', 'mean', 'min', 'max', 'std', 'var']),
          isClearable: false,
          changes: 'drawing',
          description: 'Aggregate function applied to the list of points in each cluster to produce the cluster label.',
        }),
      ],
    ],
  },
  {
    label: 'Visual Tweaks',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [
        checkbox('render_while_dragging', 'Live render', {
          default: true,
          description: 'Points and clusters will update as the viewport is being changed',
        }),
      ],
      [mapStyleControl],
      [
        control({
          name: 'global_opacity',
          type: 'number',
          label: 'Opacity',
          default: 1,
          min: 0,
          max: 1,
          changes: 'drawing',
          validators: [validateNumber],
          description: 'Opacity of all clusters, points, and labels. Between 0 and 1.',
        }),
      ],
      [
        control({
          name: 'mapbox_color',
          type: 'select',
          label: 'RGB Color',
          default: 'rgb(0, 139, 139)',
          choices: pairChoices([
            ['rgb(0, 139, 139)', 'Dark Cyan'],
            ['rgb(128, 0, 128)', 'Purple'],
            ['rgb(255, 215, 0)', 'Gold'],
            ['rgb(69, 69, 69)', 'Dim Gray'],
            ['rgb(220, 20, 60)', 'Crimson'],
            ['rgb(34, 139, 34)', 'Forest Green'],
          ]),
          isFreeForm: true,
          changes: 'drawing',
          description: 'The color for points and clusters in RGB',
        }),
      ],
    ],
  },
  {
    label: 'Viewport',
    tab: 'customize',
    rows: [
      [ownView('viewport_longitude', 'Default longitude')],
      [ownView('viewport_latitude', 'Default latitude')],
      [ownView('viewport_zoom', 'Zoom')],
    ],
  },
]);

export type ClusterForm = FormOf<typeof form>;
