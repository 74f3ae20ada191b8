import { colorPickerControl, control, defineForm, type FormOf, pairChoices, withControl } from '@powerset/chart-kit';
import {
  autozoomControl,
  lineColumnControl,
  lineWidthControl,
  lineWidthUnitControl,
  mapStyleControl,
  placeRows,
  reverseControl,
  scriptSection,
  viewportControl,
} from '../shared/maps/map-form.ts';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [lineColumnControl],
      [
        control({
          name: 'line_type',
          type: 'select',
          label: 'Lines encoding',
          default: 'json',
          choices: pairChoices([
            ['polyline', 'Polyline'],
            ['json', 'JSON'],
          ]),
          isClearable: false,
          changes: 'drawing',
          description: 'The encoding format of the lines',
        }),
      ],
      ...placeRows,
    ],
  },
  {
    label: 'Map',
    tab: 'data',
    rows: [
      [mapStyleControl],
      [viewportControl],
      [withControl(colorPickerControl, { label: 'Fixed Color' })],
      [lineWidthControl],
      [withControl(lineWidthUnitControl, { default: 'meters' })],
      [reverseControl],
      [autozoomControl],
    ],
  },
  scriptSection,
]);

export type PathForm = FormOf<typeof form>;
