import {
  adhocFiltersControl,
  colorPickerControl,
  control,
  defineForm,
  type FormOf,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { autozoomControl, viewportControl } from '../shared/maps/map-form.ts';
import { drawnCharts } from './selected-chart.ts';

const sizeControl = <const Name extends string>(name: Name, label: string) =>
  control({
    name,
    type: 'number',
    label,
    default: null,
    min: 20,
    max: 400,
    isOptional: true,
    placeholder: '100',
    changes: 'drawing',
    description: 'In pixels.',
  });

export const form = defineForm([
  {
    label: 'Configuration',
    tab: 'data',
    rows: [
      [
        control({
          name: 'selected_chart',
          type: 'async-select',
          label: 'Chart',
          endpoint: drawnCharts,
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'The saved chart that is drawn at each place: a pie, bars, lines or a big number.',
        }),
      ],
      [
        control({
          name: 'geom_column',
          type: 'column',
          label: 'Geometry Column',
          changes: 'query',
          validators: [validateNonEmpty],
          description: 'The column that says where each row lies, as GeoJSON.',
        }),
      ],
      [adhocFiltersControl],
    ],
  },
  {
    label: 'Map Options',
    tab: 'customize',
    rows: [
      [
        control({
          name: 'map_view',
          type: 'hidden',
          label: 'Extent',
          default: { mode: 'FIT_DATA' },
          changes: 'drawing',
        }),
      ],
      [autozoomControl],
      [viewportControl],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [
        withControl(colorPickerControl, {
          name: 'chart_background_color',
          label: 'Background Color',
          default: { r: 255, g: 255, b: 255, a: 0.2 },
        }),
      ],
      [
        control({
          name: 'chart_background_border_radius',
          type: 'slider',
          label: 'Corner Radius',
          default: 10,
          min: 0,
          max: 100,
          step: 1,
          changes: 'drawing',
        }),
      ],
      [
        control({
          name: 'chart_size',
          type: 'hidden',
          label: 'Chart size',
          default: { type: 'FIXED' },
          changes: 'drawing',
        }),
      ],
      [sizeControl('chart_width', 'Chart width'), sizeControl('chart_height', 'Chart height')],
    ],
  },
]);

export type CartodiagramForm = FormOf<typeof form>;
