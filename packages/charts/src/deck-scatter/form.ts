import { control, defineForm, type FormOf, fixedOrMetricControl, pairChoices, withControl } from '@powerset/chart-kit';
import {
  breakpointRows,
  categoricalSchemeControl,
  colorTypeControl,
  dimensionControl,
  fixedColorControl,
  legendRows,
  mapRows,
  neededNumber,
  placeRows,
  scriptSection,
  spatialControl,
} from '../shared/maps/map-form.ts';
import { pointUnits } from '../shared/maps/point-sizes.ts';

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[spatialControl], ...placeRows] },
  { label: 'Map', tab: 'data', rows: [...mapRows] },
  {
    label: 'Point Size',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [
        withControl(fixedOrMetricControl('point_radius_fixed', 'Point Size'), {
          default: { type: 'fix', value: 1000 },
          description: 'Fixed point radius',
        }),
      ],
      [
        control({
          name: 'point_unit',
          type: 'select',
          label: 'Point Unit',
          default: 'square_m',
          choices: pairChoices(pointUnits),
          isClearable: false,
          changes: 'drawing',
          description: 'The unit of measure for the specified point radius',
        }),
      ],
      [
        {
          ...neededNumber('min_radius', 'Minimum Radius', 2),
          description: 'Minimum radius size of the circle, in pixels.',
        },
        {
          ...neededNumber('max_radius', 'Maximum Radius', 250),
          description: 'Maximum radius size of the circle, in pixels.',
        },
      ],
      [{ ...neededNumber('multiplier', 'Multiplier', 1), description: 'Factor to multiply the metric by' }],
    ],
  },
  {
    label: 'Point Color',
    tab: 'data',
    isCollapsed: true,
    rows: [
      ...legendRows,
      [colorTypeControl],
      [fixedColorControl],
      [dimensionControl],
      [categoricalSchemeControl],
      ...breakpointRows,
    ],
  },
  scriptSection,
]);

export type ScatterForm = FormOf<typeof form>;
