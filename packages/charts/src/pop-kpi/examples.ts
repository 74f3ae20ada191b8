import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const base = {
  viz_type: 'pop_kpi',
  metric: 'revenue',
  time_compare: '1 year ago',
  comparison_color_enabled: true,
  currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
};
const figures = (now: number | null, earlier: number | null, offset = '1 year ago') => [
  tableFromRows([{ revenue: now, [`revenue__${offset}`]: earlier }]),
];

export const examples: readonly ChartExample[] = [
  { name: 'revenue and the year before', form: base, results: figures(3_104_220, 2_760_900) },
  {
    name: 'complaints, where less is better',
    form: {
      ...base,
      currency_format: null,
      comparison_color_scheme: 'Red',
      time_compare: '1 week ago',
      subtitle: 'per thousand orders',
      show_metric_name: true,
      y_axis_format: ',.1f',
    },
    results: figures(12.4, 15.9, '1 week ago'),
  },
  {
    name: 'only the change, large',
    form: { ...base, comparison_type: 'percentage', header_font_size: 0.5, subheader_font_size: 0.3 },
    results: figures(880_500, 1_020_000),
  },
  {
    name: 'with names of its own and no arrows',
    form: {
      ...base,
      comparison_color_enabled: false,
      column_config: {
        'Previous value': { customColumnName: 'Plan', displayTypeIcon: false },
        Delta: { visible: false },
        'Percent change': { customColumnName: 'To plan', displayTypeIcon: false },
      },
    },
    results: figures(48_200, 50_000),
  },
  {
    name: 'from a date on',
    form: { ...base, time_compare: 'custom', start_date_offset: '2025-03-01', percentDifferenceFormat: ',.0%' },
    results: figures(64_000_000_000, 21_000_000_000, '2025-03-01'),
  },
  { name: 'hard: nothing to compare with', form: base, results: figures(1250, null) },
  { name: 'hard: from nothing, and no change', form: base, results: figures(0, 0) },
  { name: 'nothing found', form: base, results: figures(null, 1250) },
];
