import { control, defineForm, type FormOf, plainChoices } from '@powerset/chart-kit';
import { aggregations } from '../shared/maps/bins.ts';
import {
  autozoomControl,
  breakpointRows,
  categoricalSchemeControl,
  colorTypeControl,
  extrudedControl,
  fixedColorControl,
  gridSizeControl,
  mapStyleControl,
  placeRows,
  scriptSection,
  sizeControl,
  spatialControl,
  viewportControl,
} from '../shared/maps/map-form.ts';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [[spatialControl], [{ ...sizeControl, label: 'Bubble Size' }], ...placeRows],
  },
  {
    label: 'Map',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [mapStyleControl],
      [colorTypeControl],
      [fixedColorControl],
      [categoricalSchemeControl],
      ...breakpointRows,
      [viewportControl],
      [autozoomControl],
      [gridSizeControl],
      [extrudedControl],
      [
        control({
          name: 'js_agg_function',
          type: 'select',
          label: 'Dynamic Aggregation Function',
          default: 'sum',
          choices: plainChoices(aggregations),
          isClearable: false,
          changes: 'drawing',
          description: 'The function to use when aggregating points into groups',
        }),
      ],
    ],
  },
  scriptSection,
]);

export type HexForm = FormOf<typeof form>;
