import { emptyFormContext, validateForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { expect, it } from 'vitest';
import { faultsOf, hintsOf } from './hints.ts';

const table = findChartDefinition('table');
if (!table) throw new Error('There is no table.');
const given = (form: object, isTried: boolean) => {
  const whole = { viz_type: 'table', query_mode: 'aggregate', ...form };
  return { form: whole, problems: validateForm(table, whole, emptyFormContext), isTried };
};
const names = (problems: readonly { readonly control: string }[]) => problems.map(({ control }) => control);

it('holds what is missing against nobody who has not asked for the chart, and says it once, by the names on the controls', () => {
  const fresh = given({}, false);
  expect(names(faultsOf(fresh))).toEqual([]);
  const hints = ['groupby', 'metrics', 'percent_metrics'].flatMap((control) => hintsOf(fresh, control));
  expect(hints.map(({ message }) => message)).toEqual(['Dimensions, Metrics or Percentage metrics must have a value']);
  expect(names(faultsOf(given({}, true)))).toEqual(['groupby', 'metrics', 'percent_metrics']);
  expect(hintsOf(given({}, true), 'groupby')).toEqual([]);
});

it('says at once what is wrong with a value that was given', () => {
  expect(names(faultsOf(given({ row_limit: 'x' }, false)))).toEqual(['row_limit']);
});
