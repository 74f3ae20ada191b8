import {
  findColumn,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { noNumbers } from '../shared/no-numbers.ts';
import type { FunnelForm } from './form.ts';

export interface Step {
  readonly name: string;
  readonly value: number;
  /** Of the step or the total that the form compares with; null where there is no such share. */
  readonly share: number | null;
  /** Of the step before; null for the first. */
  readonly kept: number | null;
  /** Values of the dimensions, in their order. */
  readonly keys: readonly CellValue[];
}

export interface Funnel {
  /** In the order of the process. */
  readonly steps: readonly Step[];
  readonly dimensions: readonly string[];
  readonly metric: string;
  readonly negatives: number;
  readonly blanks: number;
  /** Steps beyond those that a picture holds. */
  readonly beyond: number;
  /** How many steps are larger than the one before. */
  readonly grown: number;
  /** The values add up, so that there is a total to be a share of. */
  readonly isAdditive: boolean;
  readonly limitReached: number | null;
}

const mostSteps = 60;

type Measured = Omit<Step, 'share' | 'kept'>;

/** Rows to steps; rows without a value or below zero are none. */
export function toModel(results: readonly ResultTable[], context: ModelContext<FunnelForm>): Funnel {
  const { form, answers } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = form.groupby.map(columnLabel);
  const columns = dimensions.map((name) => findColumn(table, name));
  const metric = form.metric ? metricLabel(form.metric) : '';
  const values = valuesOf(table, metric).map(numberOfCell);
  const measured = values.flatMap((value, row): Measured[] => {
    const names = columns.map((column) => labelOfCell(column?.values[row], column));
    const name = names.length > 0 ? names.join(', ') : (context.verboseNames[metric] ?? metric);
    const keys = columns.map((column) => column?.values[row] ?? null);
    return value === null || value < 0 ? [] : [{ name, value, keys }];
  });
  const drawn = inOrder(measured, form.funnel_sort).slice(0, mostSteps);
  const isAdditive = !answers?.[0] || answers[0].summable.includes(metric);
  return {
    steps: withShares(drawn, form.percent_calculation_type, isAdditive),
    dimensions,
    metric,
    negatives: values.filter((value) => value !== null && value < 0).length,
    blanks: values.filter((value) => value === null).length,
    beyond: measured.length - drawn.length,
    grown: drawn.filter((step, at) => at > 0 && step.value > (drawn[at - 1]?.value ?? 0)).length,
    isAdditive,
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

/** The smallest first is the same process, drawn from its end. */
function inOrder(steps: readonly Measured[], order: string): readonly Measured[] {
  if (order === 'none') return steps;
  if (order === 'name')
    return [...steps].sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' }));
  return [...steps].sort((a, b) => b.value - a.value);
}

function withShares(steps: readonly Measured[], calculation: string, isAdditive: boolean): readonly Step[] {
  const first = steps[0]?.value ?? 0;
  const total = steps.reduce((sum, { value }) => sum + value, 0);
  return steps.map((step, at) => {
    const before = steps[at - 1]?.value ?? null;
    const kept = before === null ? null : shareOf(step.value, before);
    if (calculation === 'total') return { ...step, kept, share: isAdditive ? shareOf(step.value, total) : null };
    const base = calculation === 'prev_step' ? (before ?? step.value) : first;
    return { ...step, kept, share: shareOf(step.value, base) };
  });
}

const shareOf = (value: number, base: number) => (base === 0 ? null : value / base);

/** What a funnel cannot show of its rows, or what is no funnel about them. */
export function undrawnOf(model: Funnel, form: FunnelForm): Undrawn | null {
  return withoutLength(model) ?? outOfReach(model, form) ?? growth(model, form);
}

function withoutLength({ steps, negatives, blanks }: Funnel): Undrawn | null {
  const undrawn = negatives + blanks;
  const all = steps.length + undrawn;
  const hasLength = steps.some(({ value }) => value > 0);
  if (all === 0 || (undrawn === 0 && hasLength)) return null;
  const values = { undrawn, all };
  if (hasLength) {
    const text =
      negatives > 0
        ? msg('{{undrawn}} of {{all}} values are not drawn: a step has no room below zero.')
        : msg('{{undrawn}} of {{all}} values are empty and are not drawn.');
    return { isAll: false, title: { text, values } };
  }
  if (blanks === all) return noNumbers(all);
  return {
    isAll: true,
    title: { text: msg('A funnel cannot show values of zero or less') },
    text: { text: msg('None of {{all}} values is more than zero. A bar chart shows them.'), values },
  };
}

function outOfReach({ steps, beyond, limitReached, isAdditive }: Funnel, form: FunnelForm): Undrawn | null {
  if (beyond > 0) {
    const text = msg('The first {{count}} of {{all}} steps are drawn.');
    return { isAll: false, title: { text, values: { count: steps.length, all: steps.length + beyond } } };
  }
  if (form.percent_calculation_type !== 'total') return null;
  if (!isAdditive)
    return {
      isAll: false,
      title: { text: msg('The values do not add up to a whole, so steps have no shares of it.') },
    };
  if (limitReached === null) return null;
  const text = msg('The limit of {{limit}} rows was reached: the total is that of the steps that are shown.');
  return { isAll: false, title: { text, values: { limit: limitReached } } };
}

/** A funnel promises that each step is a part of the one before. */
function growth({ grown, steps }: Funnel, form: FunnelForm): Undrawn | null {
  if (grown === 0) return null;
  const values = { grown, all: steps.length };
  const text =
    grown === 1
      ? msg('One of {{all}} steps is larger than the step before it.')
      : msg('{{grown}} of {{all}} steps are larger than the step before them.');
  const remedy = { label: msg('Put the largest first'), changes: { ...largestFirst, ...sortOf(form) } };
  return { isAll: false, title: { text, values }, remedy };
}

const largestFirst = { funnel_sort: 'descending' };
const sortOf = ({ sort_by_metric: isSorted }: FunnelForm) => (isSorted ? {} : { sort_by_metric: true });
