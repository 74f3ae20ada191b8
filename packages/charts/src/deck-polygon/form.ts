import {
  control,
  controlValue,
  defineForm,
  type FormOf,
  fixedOrMetricControl,
  metricControl,
  pairChoices,
  plainChoices,
  withControl,
} from '@powerset/chart-kit';
import {
  breakpointRows,
  extrudedControl,
  fillColorControl,
  filledControl,
  hasColorType,
  legendRows,
  linearSchemeControl,
  lineColumnControl,
  lineWidthControl,
  lineWidthUnitControl,
  mapRows,
  neededNumber,
  placeRows,
  reverseControl,
  scriptSection,
  strokeColorControl,
  strokedControl,
} from '../shared/maps/map-form.ts';

const typeControl = control({
  name: 'color_scheme_type',
  type: 'select',
  label: 'Color Scheme Type',
  default: 'linear_palette',
  choices: pairChoices([
    ['fixed_color', 'Fixed color'],
    ['linear_palette', 'Linear palette'],
    ['color_breakpoints', 'Color breakpoints'],
  ]),
  isClearable: false,
  changes: 'drawing',
});

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [withControl(lineColumnControl, { label: 'Polygon Column' })],
      [
        control({
          name: 'line_type',
          type: 'select',
          label: 'Polygon Encoding',
          default: 'json',
          choices: pairChoices([
            ['polyline', 'Polyline'],
            ['json', 'JSON'],
            ['geohash', 'geohash (square)'],
          ]),
          isClearable: false,
          changes: 'drawing',
        }),
      ],
      ...placeRows,
      [withControl(metricControl, { validators: [], isClearable: true, default: null })],
      [withControl(fixedOrMetricControl('point_radius_fixed', 'Elevation'), { default: { type: 'fix', value: 1000 } })],
      [reverseControl],
    ],
  },
  { label: 'Map', tab: 'data', rows: [...mapRows] },
  {
    label: 'Polygon Settings',
    tab: 'customize',
    rows: [
      [typeControl],
      [withControl(fillColorControl, { isVisible: hasColorType('fixed_color', typeControl) })],
      [withControl(linearSchemeControl, { isVisible: hasColorType('linear_palette', typeControl) })],
      ...breakpointRows,
      [strokeColorControl],
      [filledControl, strokedControl],
      [extrudedControl],
      [neededNumber('multiplier', 'Multiplier', 1)],
      [lineWidthControl],
      [lineWidthUnitControl],
      [
        control({
          name: 'opacity',
          type: 'slider',
          label: 'Opacity',
          default: 80,
          min: 0,
          max: 100,
          step: 1,
          changes: 'drawing',
          description: 'Opacity, expects values between 0 and 100',
        }),
      ],
      [
        control({
          name: 'num_buckets',
          type: 'select',
          label: 'Number of buckets to group data',
          default: 5,
          choices: plainChoices([2, 3, 5, 10]),
          isFreeForm: true,
          changes: 'drawing',
          isVisible: (context) => controlValue(context, typeControl) === 'linear_palette',
          description: 'How many buckets should the data be grouped in.',
        }),
      ],
      [
        control({
          name: 'break_points',
          type: 'select',
          label: 'Bucket break points',
          isMulti: true,
          isFreeForm: true,
          choices: plainChoices([0, 10, 100, 1000]),
          changes: 'drawing',
          isVisible: (context) => controlValue(context, typeControl) === 'linear_palette',
          description: 'List of n+1 values for bucketing metric into n buckets.',
        }),
      ],
      ...legendRows,
    ],
  },
  scriptSection,
]);

export type PolygonForm = FormOf<typeof form>;
