import { control, defineForm, type FormOf, pairChoices, withControl } from '@powerset/chart-kit';
import {
  categoricalSchemeControl,
  fixedColorControl,
  gridSizeControl,
  hasColorType,
  mapRows,
  placeRows,
  scriptSection,
  sizeControl,
  spatialControl,
} from '../shared/maps/map-form.ts';

const typeControl = control({
  name: 'color_scheme_type',
  type: 'select',
  label: 'Color Scheme Type',
  default: 'default',
  choices: pairChoices([
    ['default', 'Default'],
    ['fixed_color', 'Fixed color'],
    ['categorical_palette', 'Categorical palette'],
  ]),
  isClearable: false,
  changes: 'drawing',
});

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[spatialControl], [sizeControl], ...placeRows] },
  { label: 'Map', tab: 'data', isCollapsed: true, rows: [...mapRows] },
  {
    label: 'Grid',
    tab: 'customize',
    rows: [
      [{ ...gridSizeControl, description: 'Defines the grid size in pixels' }],
      [typeControl],
      [withControl(fixedColorControl, { isVisible: hasColorType('fixed_color', typeControl) })],
      [withControl(categoricalSchemeControl, { isVisible: hasColorType('categorical_palette', typeControl) })],
    ],
  },
  scriptSection,
]);

export type ScreenForm = FormOf<typeof form>;
