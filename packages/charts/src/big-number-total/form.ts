import {
  adhocFiltersControl,
  calendarPeriodSection,
  defineForm,
  type FormOf,
  metricControl,
  plainPanelsSection,
} from '@powerset/chart-kit';
import { bigNumberFormatRows, bigNumberSizeRows, headingFormattingRow } from '../shared/big-number-form.ts';

export const form = defineForm([
  { label: 'Query', tab: 'data', rows: [[metricControl], [adhocFiltersControl]] },
  plainPanelsSection,
  calendarPeriodSection,
  {
    label: 'Display settings',
    tab: 'data',
    rows: [
      [
        {
          name: 'subheader',
          type: 'text',
          label: 'Subheader',
          default: '',
          description: 'Description text that shows up below your Big Number',
          changes: 'drawing',
        },
      ],
    ],
  },
  {
    label: 'Chart Options',
    tab: 'customize',
    rows: [...bigNumberSizeRows, ...bigNumberFormatRows, headingFormattingRow],
  },
]);

export type BigNumberForm = FormOf<typeof form>;
