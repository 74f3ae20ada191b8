import { type ChartForm, lightChartTheme } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { expect, it } from 'vitest';
import { findChartDefinition } from '../definitions.ts';
import { drawModel, toModelContext } from './draw-chart.ts';
import type { TableOptions } from './table-options.ts';

const results: readonly ResultTable[] = [
  {
    columns: [
      { name: 'shop', type: 'string', nativeType: 'VARCHAR', values: ['North'] },
      { name: 'revenue', type: 'number', nativeType: 'BIGINT', values: [1200] },
    ],
    rowCount: 1,
  },
];
const ofRows = { symbol: 'AUTO', symbolPosition: 'prefix' } as const;

function textOf(form: ChartForm, code: string | null, currencies = {}): string {
  const definition = findChartDefinition(form.viz_type);
  if (!definition) throw new Error(`There is no ${form.viz_type}.`);
  const answers = [{ limitReached: null, summable: ['revenue'], detected_currency: code }];
  const context = toModelContext(definition, { form, results, answers, currencies }, lightChartTheme);
  const space = { theme: lightChartTheme, width: 600, height: 400 };
  return JSON.stringify(drawModel(definition, definition.toModel(results, context), { context, space }));
}

it('charts write the currency that their rows name, as their form or their metric asks', () => {
  const number = { viz_type: 'big_number_total', metric: 'revenue' };
  const ofForm = { ...number, currency_format: ofRows };
  expect(textOf(ofForm, 'EUR')).toContain('€');
  expect(textOf(number, 'GBP', { revenue: ofRows })).toContain('£');
  for (const text of [textOf(ofForm, null), textOf(number, null, { revenue: ofRows })]) {
    expect(text).toContain('1.2k');
    expect(text).not.toMatch(/AUTO|[€£]/);
  }
});

it('a table writes each row in the currency that it names itself where they name several, and their total without one', () => {
  const definition = findChartDefinition('table');
  if (!definition) throw new Error('There is no table.');
  const form = {
    ...{ viz_type: 'table', groupby: ['code'], metrics: ['revenue'], query_mode: 'aggregate' },
    column_config: { revenue: { currencyFormat: ofRows } },
  };
  const columns = [
    { name: 'code', type: 'string' as const, nativeType: 'VARCHAR', values: ['EUR', ' gbp', null] },
    { name: 'revenue', type: 'number' as const, nativeType: 'BIGINT', values: [120, 300, 5] },
  ];
  const facts = { limitReached: null, summable: ['revenue'], detected_currency: null };
  const textsOf = (told: object) => {
    const input = { form, results: [], answers: [{ ...facts, ...told }] };
    const context = toModelContext(definition, input, lightChartTheme);
    const space = { theme: lightChartTheme, width: 600, height: 400 };
    const model = definition.toModel([{ columns, rowCount: 3 }], context);
    const drawn = drawModel(definition, model, { context, space }) as TableOptions;
    const revenue = drawn.columns.find(({ column }) => column.name === 'revenue');
    return [...[0, 1, 2].map((row) => revenue?.format(revenue.column.values[row] ?? null, row)), revenue?.format(425)];
  };
  expect(textsOf({ currency_code_column: 'code' })).toEqual(['€120', '£300', '5', '425']);
  expect(textsOf({})).toEqual(['120', '300', '5', '425']);
});
