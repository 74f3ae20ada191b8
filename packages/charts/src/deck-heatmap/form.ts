import {
  control,
  defineForm,
  type FormOf,
  pairChoices,
  plainChoices,
  validateInteger,
  validateNonEmpty,
  validateNumber,
  withControl,
} from '@powerset/chart-kit';
import {
  autozoomControl,
  densityRows,
  fixedColorControl,
  hasColorType,
  linearSchemeControl,
  mapStyleControl,
  scriptSection,
  sizeControl,
  spatialControl,
  viewportControl,
} from '../shared/maps/map-form.ts';

const typeControl = control({
  name: 'color_scheme_type',
  type: 'select',
  label: 'Color Scheme Type',
  default: 'linear_palette',
  choices: pairChoices([
    ['fixed_color', 'Fixed color'],
    ['linear_palette', 'Linear palette'],
  ]),
  isClearable: false,
  changes: 'drawing',
});

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [spatialControl],
      [sizeControl],
      ...densityRows,
      [
        control({
          name: 'intensity',
          type: 'select',
          label: 'Intensity',
          default: 1,
          choices: plainChoices([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]),
          isFreeForm: true,
          isClearable: false,
          changes: 'drawing',
          validators: [validateNumber],
          description: 'Intensity is the value multiplied by the weight to obtain the final weight',
        }),
      ],
      [
        control({
          name: 'radius_pixels',
          type: 'select',
          label: 'Intensity Radius',
          default: 30,
          choices: plainChoices([5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70]),
          isFreeForm: true,
          isClearable: false,
          changes: 'drawing',
          validators: [validateNonEmpty, validateInteger],
          description: 'Intensity Radius is the radius at which the weight is distributed',
        }),
      ],
    ],
  },
  {
    label: 'Map',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [mapStyleControl],
      [viewportControl],
      [typeControl],
      [withControl(fixedColorControl, { isVisible: hasColorType('fixed_color', typeControl) })],
      [withControl(linearSchemeControl, { isVisible: hasColorType('linear_palette', typeControl) })],
      [autozoomControl],
      [
        control({
          name: 'aggregation',
          type: 'select',
          label: 'Aggregation',
          default: 'sum',
          choices: plainChoices(['sum', 'mean']),
          isClearable: false,
          changes: 'drawing',
          description: 'The function to use when aggregating points into groups',
        }),
      ],
    ],
  },
  scriptSection,
]);

export type HeatForm = FormOf<typeof form>;
