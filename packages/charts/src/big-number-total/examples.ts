import type { ChartExample } from '@powerset/chart-kit';
import { tableFromRows } from '@powerset/chart-kit';

const base = { viz_type: 'big_number_total', metric: 'revenue' };

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue',
    form: { ...base, subheader: 'in the last quarter', currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } },
    results: [tableFromRows([{ revenue: 3_104_220 }])],
  },
  {
    name: 'return rate over its limit',
    form: {
      ...base,
      metric: 'return_rate',
      y_axis_format: '.1%',
      subheader: '',
      conditional_formatting: [{ column: 'return_rate', colorScheme: 'danger', operator: '>', targetValue: 0.04 }],
    },
    results: [tableFromRows([{ return_rate: 0.042 }])],
  },
  { name: 'nothing found', form: base, results: [tableFromRows([{ revenue: null }])] },
];
