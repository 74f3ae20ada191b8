import { type ChartForm, lightChartTheme } from '@powerset/chart-kit';
import { expect, it } from 'vitest';
import { findChartDefinition } from '../definitions.ts';
import { drawModel, toModelContext } from './draw-chart.ts';

const results = [
  {
    columns: [
      { name: 'shop', type: 'text' as const, nativeType: 'VARCHAR', values: ['North'] },
      { name: 'revenue', type: 'number' as const, nativeType: 'BIGINT', values: [1200] },
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
