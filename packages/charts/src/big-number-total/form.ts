import { adhocFiltersControl, type ControlSection, metricControl } from '@powerset/chart-kit';
import { bigNumberFormatRows, bigNumberSizeRows, headingFormattingRow } from '../shared/big-number-form.ts';

export const sections: readonly ControlSection[] = [
  { label: 'Query', tab: 'data', rows: [[metricControl], [adhocFiltersControl]] },
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
];
