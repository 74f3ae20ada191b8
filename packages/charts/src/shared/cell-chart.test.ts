import { completeForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { chart } from '../table/index.ts';
import { CellChart } from './CellChart.tsx';
import { barsOf, lineOf, numbersOfCell } from './cell-chart.ts';
import { toModelContext } from './draw-chart.ts';

describe('the numbers of a cell', () => {
  it('are those of the list that it holds, with gaps where there is no number', () => {
    expect(numbersOfCell({ values: ['[1, 2.5, null, "4"]'] }, 0)).toEqual([1, 2.5, null, 4]);
  });

  it('are none in other texts, in lists of words, and in longer texts than anybody reads', () => {
    const values = ['plain', '[', '{"a":1}', '[]', '["a","b"]', null, 7, `[${'1,'.repeat(20_000)}1]`];
    for (const [row, value] of values.entries())
      expect(numbersOfCell({ values }, row), String(value).slice(0, 20)).toBeNull();
  });

  it('are at most a thousand', () => {
    const values = [JSON.stringify(Array.from({ length: 2000 }, () => 1))];
    expect(numbersOfCell({ values }, 0)).toHaveLength(1000);
  });

  it('are the earlier figure and the present one where a metric is compared', () => {
    expect(numbersOfCell({ values: [30, 10], earlier: [20, null] }, 0)).toEqual([20, 30]);
    expect(numbersOfCell({ values: [30, 10], earlier: [20, null] }, 1)).toEqual([null, 10]);
  });
});

describe('bars in a cell', () => {
  it('begin at zero and go down for what is below', () => {
    expect(barsOf([10, -10, 0, null], 40)).toEqual([
      { x: 0, y: 0, width: 9, height: 10, isBelow: false },
      { x: 10, y: 10, width: 9, height: 10, isBelow: true },
    ]);
  });

  it('are no more than there is room for', () => {
    expect(
      barsOf(
        Array.from({ length: 1000 }, (_, at) => at + 1),
        96,
      ).length,
    ).toBeLessThanOrEqual(32);
  });
});

describe('a line in a cell', () => {
  it('shows the shape of a list, and a slope of two figures on a scale from zero', () => {
    expect(lineOf([100, 110, 105], 96)).toMatchObject({ low: 100, high: 110 });
    expect(lineOf([100, 110], 28)).toMatchObject({ low: 0, high: 110 });
    expect(lineOf([null, null, null], 96)).toBeNull();
  });
});

describe('a column whose configuration says what cells are drawn as', () => {
  const drawn = (cellChart: string) => {
    const raw = {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['trend'],
      column_config: { trend: { cellChart } },
    };
    const context = toModelContext(chart, { form: completeForm(chart, raw), results: [] }, lightChartTheme);
    const model = chart.toModel([tableFromRows([{ trend: '[1,5,2]' }, { trend: 'none yet' }])], context);
    const [column] = chart.toOptions(model, {
      ...context,
      theme: lightChartTheme,
      width: 300,
      height: 200,
      locale: 'en',
      selectedLabels: [],
    }).columns;
    return (row: number, text: string) => renderToStaticMarkup(createElement(CellChart, { drawn: column!, row, text }));
  };

  it('draws lists as a line or as bars, and says their ends in words', () => {
    expect(drawn('line')(0, '[1,5,2]')).toContain('<path');
    expect(drawn('bars')(0, '[1,5,2]')).toContain('<rect');
    expect(drawn('line')(0, '[1,5,2]')).toContain('aria-label="1 – 2"');
  });

  it('leaves a text that is no list as it is', () => {
    expect(drawn('line')(1, 'none yet')).toBe('none yet');
  });
});
