import { control, defineForm, type FormOf, pairChoices } from '@powerset/chart-kit';
import {
  categoricalSchemeControl,
  fixedColorControl,
  gridSizeControl,
  mapRows,
  placeRows,
  scriptSection,
  sizeControl,
  spatialControl,
} from '../shared/maps/map-form.ts';

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[spatialControl], [sizeControl], ...placeRows] },
  { label: 'Map', tab: 'data', isCollapsed: true, rows: [...mapRows] },
  {
    label: 'Grid',
    tab: 'customize',
    rows: [
      [{ ...gridSizeControl, description: 'Defines the grid size in pixels' }],
      [
        control({
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
        }),
      ],
      [fixedColorControl],
      [categoricalSchemeControl],
    ],
  },
  scriptSection,
]);

export type ScreenForm = FormOf<typeof form>;
