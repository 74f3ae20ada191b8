import { suggestCharts } from '@powerset/charts/suggestions';
import { describe, expect, it } from 'vitest';
import { suggestedChart } from './suggested-chart.ts';

const monthly = () => 'P1M' as const;

describe('the chart of a result that was suggested', () => {
  it('has the columns and figures of the suggestion', () => {
    const columns = [
      { name: 'day', type: 'temporal' },
      { name: 'city', type: 'string', distinct: 4 },
      { name: 'sales', type: 'number' },
    ] as const;
    const charts = suggestCharts({ columns }).flatMap((one) => suggestedChart(one, monthly) ?? []);
    const sum = [{ column: 'sales', aggregate: 'SUM' }];
    expect(charts).toEqual(
      expect.arrayContaining([
        { type: 'echarts_timeseries_line', x: 'day', grain: 'P1M', y: sum, split: null },
        { type: 'echarts_timeseries_bar', x: 'city', grain: 'P1M', y: sum, split: null },
        { type: 'echarts_area', x: 'day', grain: 'P1M', y: sum, split: 'city' },
        { type: 'pie', x: 'city', grain: 'P1M', y: sum, split: null },
        { type: 'big_number_total', x: null, grain: null, y: sum, split: null },
      ]),
    );
  });

  it('counts rows where there is nothing to add up, and is none for types of the chart builder alone', () => {
    const [bar] = suggestCharts({ columns: [{ name: 'city', type: 'string' }] });
    expect(suggestedChart(bar!, () => null)?.y).toEqual([{ column: null, aggregate: 'COUNT' }]);
    expect(suggestedChart({ key: 'sankey_v2', fields: {} }, monthly)).toBeNull();
  });
});
