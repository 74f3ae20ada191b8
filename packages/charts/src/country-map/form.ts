import {
  adhocFiltersControl,
  currencyFormatControl,
  defineForm,
  entityControl,
  type FormOf,
  linearColorSchemeControl,
  metricControl,
  numberFormatControl,
  validateNonEmpty,
  withControl,
} from '@powerset/chart-kit';
import { mappedCountries } from './countries.ts';

export const form = defineForm([
  {
    label: 'Query',
    tab: 'data',
    rows: [
      [
        {
          name: 'select_country',
          type: 'select',
          label: 'Country',
          default: null,
          choices: mappedCountries.map(({ key, label }) => ({ value: key, label })),
          changes: 'drawing',
          validators: [validateNonEmpty],
          description: 'The country whose parts are drawn.',
        },
      ],
      [
        withControl(entityControl, {
          label: 'ISO 3166-2 Codes',
          description:
            'Column with the codes of the parts: US-CA, or CA without the country. Their names are understood too.',
        }),
      ],
      [metricControl],
      [adhocFiltersControl],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [
      [withControl(numberFormatControl, { name: 'number_format', label: 'Number format' })],
      [currencyFormatControl],
      [linearColorSchemeControl],
    ],
  },
]);

export type CountryMapForm = FormOf<typeof form>;
