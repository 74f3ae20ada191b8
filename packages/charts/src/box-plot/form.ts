import {
  adhocFiltersControl,
  colorSchemeControl,
  control,
  controlValue,
  dateFormatControl,
  defineForm,
  type FormOf,
  groupbyControl,
  isTemporalColumn,
  metricsControl,
  msg,
  numberFormatControl,
  pairChoices,
  plainChoices,
  rowLimitControl,
  seriesLimitControl,
  seriesLimitMetricControl,
  temporalColumnsControl,
  timeGrainControl,
  titleSection,
  type Validator,
  validateNonEmpty,
  withControl,
  zoomableControl,
} from '@powerset/chart-kit';
import { readWhiskers } from './whiskers.ts';

const spreadControl = control({
  name: 'columns',
  type: 'columns',
  label: 'Distribute across',
  isMulti: true,
  default: [],
  changes: 'query',
  initialValue: (context) => (context.mainTemporalColumn === null ? [] : [context.mainTemporalColumn]),
  validators: [validateNonEmpty],
  description: 'Each value of these columns, days for example, gives one value to a box.',
});

const validateWhiskers: Validator = (value) =>
  typeof value !== 'string' || readWhiskers(value) ? false : msg('is expected to be like 5/95 percentiles');

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [spreadControl],
      [
        withControl(timeGrainControl, {
          isVisible: (context) =>
            controlValue(context, spreadControl).some((column) => isTemporalColumn(context, column)),
        }),
      ],
      [temporalColumnsControl],
      [groupbyControl],
      [metricsControl],
      [adhocFiltersControl],
      [seriesLimitControl],
      [withControl(seriesLimitMetricControl, { label: 'Sort query by' })],
      [rowLimitControl],
      [
        {
          name: 'whiskerOptions',
          type: 'select',
          label: 'Whisker/outlier options',
          default: 'Tukey',
          isFreeForm: true,
          isClearable: false,
          changes: 'query',
          choices: plainChoices([
            'Tukey',
            'Min/max (no outliers)',
            '2/98 percentiles',
            '5/95 percentiles',
            '9/91 percentiles',
            '10/90 percentiles',
          ]),
          validators: [validateWhiskers],
          description: 'How far the whiskers reach; values beyond them are drawn as points.',
        },
      ],
    ],
  },
  titleSection,
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [colorSchemeControl],
      [
        {
          name: 'x_ticks_layout',
          type: 'select',
          label: 'X Tick Layout',
          default: 'auto',
          isClearable: false,
          changes: 'drawing',
          choices: pairChoices([
            ['auto', 'auto'],
            ['flat', 'flat'],
            ['45°', '45°'],
            ['90°', '90°'],
            ['staggered', 'staggered'],
          ]),
          description: 'The way the names below the boxes are laid out.',
        },
      ],
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [dateFormatControl],
      [zoomableControl],
    ],
  },
]);

export type BoxPlotForm = FormOf<typeof form>;
