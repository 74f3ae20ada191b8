import {
  adhocFiltersControl,
  checkbox,
  colorPickerControl,
  defineForm,
  type FormOf,
  metricControl,
  pairChoices,
  type Validator,
} from '@powerset/chart-kit';
import { plottedXRows, plottedYRows, timeRows } from '../shared/plotted-axes.ts';
import { readFrequency } from './frequencies.ts';

const validateFrequency: Validator = (value) =>
  readFrequency(String(value ?? '')) === null && 'is expected to be a frequency such as W-MON or 4W-MON';

export const form = defineForm([
  { label: 'Time', tab: 'data', rows: timeRows },
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [metricControl],
      [adhocFiltersControl],
      [
        {
          name: 'freq',
          type: 'select',
          label: 'Frequency',
          default: 'W-MON',
          isFreeForm: true,
          isClearable: false,
          changes: 'drawing',
          validators: [validateFrequency],
          choices: pairChoices([
            ['AS', 'Year (freq=AS)'],
            ['52W-MON', '52 weeks starting Monday (freq=52W-MON)'],
            ['W-SUN', '1 week starting Sunday (freq=W-SUN)'],
            ['W-MON', '1 week starting Monday (freq=W-MON)'],
            ['D', 'Day (freq=D)'],
            ['4W-MON', '4 weeks (freq=4W-MON)'],
          ]),
          description: 'The periods that are laid over each other. Months (MS) and quarters (QS) may be typed.',
        },
      ],
    ],
  },
  {
    label: 'Chart options',
    tab: 'customize',
    rows: [
      [checkbox('show_legend', 'Legend', { default: true })],
      [
        {
          name: 'line_interpolation',
          type: 'select',
          label: 'Line Style',
          default: 'linear',
          isClearable: false,
          changes: 'drawing',
          choices: pairChoices([
            ['linear', 'linear'],
            ['basis', 'basis'],
            ['cardinal', 'cardinal'],
            ['monotone', 'monotone'],
            ['step-before', 'step-before'],
            ['step-after', 'step-after'],
          ]),
          description: 'Line interpolation as defined by d3.js',
        },
      ],
      [colorPickerControl],
    ],
  },
  { label: 'X Axis', tab: 'customize', rows: plottedXRows },
  { label: 'Y Axis', tab: 'customize', rows: plottedYRows },
]);

export type PivotForm = FormOf<typeof form>;
