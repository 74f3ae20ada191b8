import {
  colorPickerControl,
  colorSchemeControl,
  control,
  controlValue,
  defineForm,
  type FormOf,
  pairChoices,
  plainChoices,
  validateInteger,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import {
  dimensionControl,
  hasColorType,
  legendRows,
  mapRows,
  placeRows,
  scriptSection,
  spatialControl,
} from '../shared/maps/map-form.ts';

const typeControl = control({
  name: 'color_scheme_type',
  type: 'select',
  label: 'Color Scheme Type',
  default: 'fixed_color',
  choices: pairChoices([
    ['fixed_color', 'Fixed color'],
    ['categorical_palette', 'Categorical palette'],
  ]),
  isClearable: false,
  changes: 'drawing',
});
const isFixed = hasColorType('fixed_color', typeControl);

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [withControl(spatialControl, { name: 'start_spatial', label: 'Start Longitude & Latitude' })],
      [withControl(spatialControl, { name: 'end_spatial', label: 'End Longitude & Latitude' })],
      ...placeRows,
    ],
  },
  { label: 'Map', tab: 'data', isCollapsed: true, rows: [...mapRows] },
  {
    label: 'Arc',
    tab: 'data',
    isCollapsed: true,
    rows: [
      [typeControl],
      [
        withControl(colorPickerControl, { label: 'Source Color', isVisible: isFixed }),
        withControl(colorPickerControl, { name: 'target_color_picker', label: 'Target Color', isVisible: isFixed }),
      ],
      [
        withControl(dimensionControl, {
          isVisible: (context) => controlValue(context, typeControl) === 'categorical_palette',
        }),
      ],
      [
        withControl(colorSchemeControl, {
          label: 'Color Scheme',
          isVisible: hasColorType('categorical_palette', typeControl),
        }),
      ],
      [
        control({
          name: 'stroke_width',
          type: 'select',
          label: 'Stroke Width',
          default: 2,
          choices: plainChoices([1, 2, 3, 4, 5]),
          isFreeForm: true,
          changes: 'drawing',
          validators: [validateNonEmpty, validateInteger],
        }),
      ],
      ...legendRows,
    ],
  },
  scriptSection,
]);

export type ArcForm = FormOf<typeof form>;
