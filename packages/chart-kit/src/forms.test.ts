import { describe, expect, it } from 'vitest';
import { pairChoices, plainChoices } from './choices.ts';
import {
  adhocFiltersControl,
  checkbox,
  colorSchemeControl,
  groupbyControl,
  isShown,
  linearColorSchemeControl,
  metricControl,
  metricsControl,
  numberFormatControl,
  rowLimitControl,
  timeGrainControl,
  xAxisControl,
} from './controls.ts';
import { withControl } from './define.ts';
import type { ChartForm, ControlDefinition } from './definitions.ts';
import { readControl } from './form-reading.ts';
import { dropUnknownValues, transformForm } from './form-transforms.ts';
import { choicesOf, completeForm, emptyFormContext, initialForm, needsNewQuery, validateForm } from './forms.ts';
import { stackChoices, valueRows } from './look-sections.ts';
import { seriesQuerySection } from './query-sections.ts';

const define = (key: string, controls: readonly ControlDefinition[]) => ({
  key,
  sections: [{ label: 'All', tab: 'data' as const, rows: controls.map((control) => [control]) }],
});
const context = {
  ...emptyFormContext,
  columns: [
    { name: 'ordered_at', type: 'temporal' as const },
    { name: 'country', type: 'string' as const },
  ],
  metrics: [{ name: 'revenue' }],
  mainTemporalColumn: 'ordered_at',
  timeGrains: pairChoices([
    ['P1D', 'Day'],
    ['P1M', 'Month'],
  ]),
};

describe('complete forms', () => {
  const many: ControlDefinition = {
    name: 'many',
    type: 'select',
    label: 'Many',
    isMulti: true,
    choices: plainChoices(['a', 'b']),
    changes: 'query',
  };
  const one: ControlDefinition = {
    name: 'one',
    type: 'select',
    label: 'One',
    choices: plainChoices(['a', 'b']),
    default: 'a',
    changes: 'query',
  };
  const free: ControlDefinition = { ...one, name: 'free', isFreeForm: true };
  const definition = define('x', [many, one, free]);

  it('lose values that are no choice: lists keep the valid ones, single values become null [CTL-018] [CTL-019]', () => {
    const form = completeForm(definition, { viz_type: 'x', many: ['a', 'z', 'b'], one: 'z', free: 'z' }, context);
    expect(form).toMatchObject({ many: ['a', 'b'], one: null, free: 'z' });
    const several = completeForm(definition, { viz_type: 'x', one: ['b', 'a'], free: ['y', 'z'] }, context);
    expect(several).toMatchObject({ one: 'b', free: 'y' });
  });

  it('read what older charts saved under the name that it has today', () => {
    const stacked = define('bar', valueRows(stackChoices).flat());
    const stackOf = (stack: unknown, given?: typeof context) =>
      completeForm(stacked, { viz_type: 'bar', stack }, given).stack;
    expect([stackOf(true), stackOf(true, context), stackOf(false), stackOf('Expand')]).toEqual([
      'Stack',
      'Stack',
      null,
      'Expand',
    ]);
  });

  it('get defaults, also those that the dataset gives', () => {
    expect(completeForm(define('x', [xAxisControl, rowLimitControl]), { viz_type: 'x' }, context)).toMatchObject({
      x_axis: 'ordered_at',
      row_limit: 10_000,
    });
    expect(initialForm(definition).one).toBe('a');
  });

  it('reset controls that are hidden, and those hidden by that [EXP-034]', () => {
    const first = checkbox('first', 'First');
    const second = checkbox('second', 'Second', { isVisible: isShown(first) });
    const chain = define('x', [first, second, { ...free, name: 'third', default: 'a', isVisible: isShown(second) }]);
    const form = completeForm(chain, { viz_type: 'x', first: false, second: true, third: 'kept?' }, context);
    expect(form).toMatchObject({ second: false, third: 'a' });
    expect(completeForm(chain, { viz_type: 'x', first: true, second: true, third: 'kept' }, context).third).toBe(
      'kept',
    );
  });

  it('keep what only a dataset could judge when there is none in hand', () => {
    const form = completeForm(define('x', [xAxisControl, timeGrainControl]), {
      viz_type: 'x',
      x_axis: 'ordered_at',
      time_grain_sqla: 'P1M',
    });
    expect(form.time_grain_sqla).toBe('P1M');
  });

  it('replace unknown colour schemes by the default of their kind [EXP-027]', () => {
    const form = completeForm(
      define('x', [colorSchemeControl, linearColorSchemeControl]),
      { viz_type: 'x', color_scheme: 'gone', linear_color_scheme: 'gone' },
      context,
    );
    expect(form).toMatchObject({ color_scheme: 'powerset', linear_color_scheme: 'powersetSequential' });
    // Forms are read as they were saved, too.
    for (const unknown of ['gone', null, 7]) {
      expect(readControl(colorSchemeControl, unknown)).toBe('powerset');
      expect(readControl(linearColorSchemeControl, unknown)).toBe('powersetSequential');
    }
  });

  it('keep fields that belong to no control, and never change the given form', () => {
    const given: ChartForm = Object.freeze({ viz_type: 'x', slice_id: 7 });
    expect(completeForm(definition, given, context).slice_id).toBe(7);
    expect(given).toEqual({ viz_type: 'x', slice_id: 7 });
  });

  it('name the control of each problem; hidden controls are not asked', () => {
    const first = checkbox('first', 'First');
    const checked = define('x', [metricsControl, first, withControl(metricControl, { isVisible: isShown(first) })]);
    expect(validateForm(checked, { viz_type: 'x', metrics: [] }, context)).toEqual([
      { control: 'metrics', label: 'Metrics', message: 'cannot be empty' },
    ]);
  });

  it('need a new query only when more than the drawing changed', () => {
    const drawn = define('x', [metricsControl, checkbox('show_value', 'Show value')]);
    const before: ChartForm = { viz_type: 'x', metrics: ['a'], show_value: false };
    expect(needsNewQuery(drawn, before, { ...before, show_value: true })).toBe(false);
    expect(needsNewQuery(drawn, before, { ...before, metrics: ['b'] })).toBe(true);
  });

  it('offer the time grain only over time and only percent formats for percent comparisons', () => {
    const formOver = (x_axis: string): ChartForm => ({ viz_type: 'x', x_axis });
    const visible = (x_axis: string) => timeGrainControl.isVisible({ ...context, form: formOver(x_axis) });
    expect([visible('ordered_at'), visible('country')]).toEqual([true, false]);
    const form: ChartForm = { viz_type: 'x', comparison_type: 'percentage', time_compare: ['1 year ago'] };
    expect(
      choicesOf(numberFormatControl, { ...context, form }).every((choice) => String(choice.value).includes('%')),
    ).toBe(true);
    expect(seriesQuerySection.rows.flat().map((control) => control.name)).toContain('x_axis_sort_asc');
  });
});

describe('changing the chart type', () => {
  const table = define('table', [groupbyControl, metricsControl, adhocFiltersControl, rowLimitControl]);
  const pie = define('pie', [groupbyControl, metricControl, adhocFiltersControl, checkbox('donut', 'Donut')]);
  const number = define('big_number_total', [metricControl, adhocFiltersControl]);
  const form: ChartForm = {
    viz_type: 'table',
    groupby: ['country', 'city'],
    metrics: ['revenue', 'orders'],
    adhoc_filters: [{ subject: 'a' }],
    row_limit: 50,
    slice_id: 3,
  };

  it('carries metrics, columns, filters and the chart itself over [EXP-028]', () => {
    const changed = transformForm(table, pie, { form, context });
    expect(changed).toMatchObject({
      viz_type: 'pie',
      groupby: ['country', 'city'],
      metric: 'revenue',
      adhoc_filters: [{ subject: 'a' }],
      slice_id: 3,
      donut: false,
    });
    expect('row_limit' in changed).toBe(false);
  });

  it('remembers each type, so that going back finds everything again [EXP-009] [EXP-028]', () => {
    const there = { ...transformForm(table, pie, { form, context }), donut: true };
    const back = transformForm(pie, table, { form: there, context });
    expect(back).toMatchObject({
      viz_type: 'table',
      metrics: ['revenue', 'orders'],
      groupby: ['country', 'city'],
      row_limit: 50,
    });
    expect(transformForm(table, pie, { form: back, context }).donut).toBe(true);
    expect(back.standardizedFormData).toMatchObject({
      controls: { metrics: ['revenue', 'orders'], columns: ['country', 'city'] },
    });
  });

  it('does not forget what a type in between has no place for [EXP-009]', () => {
    const between = transformForm(table, number, { form, context });
    expect(between).toMatchObject({ metric: 'revenue' });
    expect(transformForm(number, pie, { form: between, context })).toMatchObject({
      groupby: ['country', 'city'],
      metric: 'revenue',
    });
    expect(transformForm(number, table, { form: between, context })).toMatchObject({ metrics: ['revenue', 'orders'] });
  });

  it('survives a damaged memory', () => {
    expect(
      transformForm(table, pie, { form: { ...form, standardizedFormData: { memorizedFormData: [7, ['x']] } }, context })
        .metric,
    ).toBe('revenue');
  });

  it('drops names that the dataset does not have, not SQL [EXP-035]', () => {
    const adhoc = { label: 'x', sqlExpression: 'a + b' };
    const cleaned = dropUnknownValues(
      table,
      { viz_type: 'table', groupby: ['country', 'gone', adhoc], metrics: ['revenue', 'gone'] },
      context,
    );
    expect(cleaned).toMatchObject({ groupby: ['country', adhoc], metrics: ['revenue'] });
    expect(dropUnknownValues(number, { viz_type: 'x', metric: 'gone' }, context).metric).toBeNull();
  });
});
