import { findChartDefinition } from '@powerset/charts/definitions';
import { expect, it } from 'vitest';
import { chartDifferences } from './chart-differences.ts';

const definition = findChartDefinition('pie');
if (!definition) throw new Error('There is no pie.');
const before = { slice_name: 'Text', form_data: { viz_type: 'pie', datasource: '1__table', donut: false } };
const after = { slice_name: 'Donut', form_data: { viz_type: 'table', datasource: '2__table', donut: true, own: 1 } };

it('says in what two saves of a chart differ in the words of the chart builder, translated; what it has no words for keeps its name', () => {
  const t = (text: string) => `«${text}»`;
  expect(chartDifferences(before, after, { definition, t })).toEqual([
    { id: 'slice_name', label: '«Chart name»', left: 'Text', right: 'Donut' },
    { id: 'viz_type', label: '«Chart type»', left: '«Pie Chart»', right: '«Table»' },
    { id: 'datasource', label: '«Dataset»', left: '1__table', right: '2__table' },
    { id: 'donut', label: '«Donut»', left: '«No»', right: '«Yes»' },
    { id: 'own', label: 'own', left: '', right: '1' },
  ]);
});
