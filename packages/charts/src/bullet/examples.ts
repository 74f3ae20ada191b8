import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const base = { viz_type: 'bullet', metric: 'revenue' };
const revenue = (value: number | null) => [tableFromRows([{ revenue: value }])];

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue against its target',
    form: {
      ...base,
      ranges: '2000000,2800000,3600000',
      range_labels: 'poor,fair,good',
      markers: '3300000',
      marker_labels: 'Target',
      marker_lines: '2760000',
      marker_line_labels: 'Last year',
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: revenue(3_104_220),
  },
  { name: 'alone', form: base, results: revenue(842) },
  {
    name: 'waiting time in minutes',
    form: { ...base, metric: 'wait', ranges: '5,10,20', range_labels: 'quick,bearable,too long', marker_lines: '7.5' },
    results: [tableFromRows([{ wait: 6.2 }])],
  },
  {
    name: 'beyond all ranges',
    form: { ...base, ranges: '100,200', markers: '150,210', marker_labels: 'Plan,Record' },
    results: revenue(264),
  },
  {
    name: 'a loss',
    form: { ...base, ranges: '-500,0,500', range_labels: ',loss,profit', markers: '100' },
    results: revenue(-240),
  },
  {
    name: 'hard: markers side by side, long names, no numbers',
    form: {
      ...base,
      ranges: 'x,,1000000000,2000000000',
      range_labels: ',,<b>low</b>,high',
      markers: '1500000000,1510000000,1520000000,1990000000',
      marker_labels:
        'The target of the board of directors,Target of the year,Another,Donaudampfschifffahrtsgesellschaft',
    },
    results: revenue(1_490_000_000),
  },
  { name: 'nothing found', form: base, results: revenue(null) },
];
