import {
  adhocFiltersControl,
  checkbox,
  colorPickerControl,
  colorSchemeControl,
  control,
  controlValue,
  currencyFormatControl,
  defineForm,
  entityControl,
  type FormOf,
  linearColorSchemeControl,
  metricControl,
  numberFormatControl,
  pairChoices,
  type RuleContext,
  rowLimitControl,
  sortByMetricControl,
  withControl,
} from '@powerset/chart-kit';

const colorByControl = control({
  name: 'color_by',
  type: 'radio',
  label: 'Color by',
  default: 'metric',
  choices: pairChoices([
    ['metric', 'Metric'],
    ['country', 'Country'],
  ]),
  changes: 'drawing',
  description: 'Whether a color says how much a country has, or which country it is.',
});

const isColoredBy = (what: 'metric' | 'country') => (context: RuleContext) =>
  controlValue(context, colorByControl) === what;

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        withControl(entityControl, {
          label: 'Country Column',
          description: 'Column with one value for each country.',
        }),
      ],
      [
        {
          name: 'country_fieldtype',
          type: 'select',
          label: 'Country Field Type',
          default: 'cca2',
          isClearable: false,
          choices: pairChoices([
            ['name', 'Full name'],
            ['cioc', 'code International Olympic Committee (cioc)'],
            ['cca2', 'code ISO 3166-1 alpha-2 (cca2)'],
            ['cca3', 'code ISO 3166-1 alpha-3 (cca3)'],
          ]),
          changes: 'drawing',
          description: 'What the values of the column call a country by.',
        },
      ],
      [withControl(metricControl, { label: 'Metric for Color' })],
      [adhocFiltersControl],
      [rowLimitControl],
      [sortByMetricControl],
    ],
  },
  {
    label: 'Options',
    tab: 'data',
    rows: [
      [checkbox('show_bubbles', 'Show Bubbles', { description: 'Whether to put bubbles on the countries.' })],
      [
        {
          name: 'secondary_metric',
          type: 'metric',
          label: 'Bubble Size',
          default: null,
          isClearable: true,
          changes: 'query',
          description: 'Metric that the area of a bubble shows.',
        },
      ],
      [
        {
          name: 'max_bubble_size',
          type: 'select',
          label: 'Max Bubble Size',
          default: '25',
          isFreeForm: true,
          choices: pairChoices(['5', '10', '15', '25', '50', '75', '100'].map((size) => [size, size] as const)),
          changes: 'drawing',
          description: 'Radius of the greatest bubble in pixels.',
        },
      ],
      [withControl(colorPickerControl, { label: 'Bubble Color' })],
      [colorByControl],
      [
        withControl(linearColorSchemeControl, {
          label: 'Country Color Scheme',
          isVisible: isColoredBy('metric'),
        }),
      ],
      [withControl(colorSchemeControl, { label: 'Country Color Scheme', isVisible: isColoredBy('country') })],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [[withControl(numberFormatControl, { label: 'Number format' })], [currencyFormatControl]],
  },
]);

export type WorldMapForm = FormOf<typeof form>;
