import { findChartDefinition } from '@powerset/charts/definitions';
import { expect, it } from 'vitest';
import { mergeCharts } from './merge-charts.ts';

const definition = findChartDefinition('pie');
if (!definition) throw new Error('There is no pie.');
const words = { definition, t: (text: string) => text };
const form = { viz_type: 'pie', datasource: '1__table', donut: false, row_limit: 10 };
/** As the chart type fills it in where nothing is stored. */
const opened = { ...form, show_legend: true };
const base = { slice_name: 'Sales', form_data: form };
const mine = { slice_name: 'Sales of us', form_data: { ...opened, donut: true } };

it('takes their settings beside ours, and asks where both changed one; what a chart type fills in is no change', () => {
  const theirs = { slice_name: 'Sales', form_data: { ...form, row_limit: 7, show_legend: false } };
  expect(mergeCharts({ base, theirs, mine, opened }, {}, words)).toEqual({
    name: 'Sales of us',
    form: { viz_type: 'pie', datasource: '1__table', donut: true, row_limit: 7, show_legend: false },
    clashes: [],
  });
  const plain = { ...theirs, form_data: { ...form, row_limit: 7 } };
  expect(mergeCharts({ base, theirs: plain, mine, opened }, {}, words)?.form).toMatchObject({ show_legend: true });
  const renamed = { ...theirs, slice_name: 'Theirs' };
  const merge = mergeCharts({ base, theirs: renamed, mine, opened }, {}, words);
  expect(merge?.clashes.map(({ id, label }) => [id, label])).toEqual([['slice_name', 'Chart name']]);
  expect(mergeCharts({ base, theirs: renamed, mine, opened }, { slice_name: 'mine' }, words)?.name).toBe('Sales of us');
});

it('puts nothing together where one of both made another type of it', () => {
  const theirs = { slice_name: 'Sales', form_data: { ...form, viz_type: 'table' } };
  expect(mergeCharts({ base, theirs, mine, opened }, {}, words)).toBeNull();
});
