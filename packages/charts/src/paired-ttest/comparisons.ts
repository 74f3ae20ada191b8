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
import type { TtestForm } from './form.ts';
import { pairedP } from './student.ts';

/** What one group measured. */
export interface Group {
  readonly label: string;
  readonly cells: readonly CellValue[];
  /** By moment. */
  readonly values: ReadonlyMap<CellValue, number>;
}

export interface MetricTest {
  readonly metric: string;
  readonly label: string;
  readonly groups: readonly Group[];
}

export interface Tests {
  readonly tests: readonly MetricTest[];
  readonly limitReached: number | null;
  readonly rowCount: number;
  /** Groups beyond those that are compared. */
  readonly left: number;
}

const timeColumn = '__timestamp';
const maxGroups = 500;

export function toModel(results: readonly ResultTable[], context: ModelContext<TtestForm>): Tests {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const metrics = form.metrics.map(metricLabel).filter((name) => findColumn(table, name) !== undefined);
  const all = metrics.map((metric) => ({
    metric,
    label: context.verboseNames[metric] ?? metric,
    groups: groupsOf(table, metric, form),
  }));
  const most = Math.max(0, ...all.map(({ groups }) => groups.length));
  return {
    tests: all
      .filter(({ groups }) => groups.length > 0)
      .map(({ groups, ...test }) => ({ ...test, groups: groups.slice(0, maxGroups) })),
    rowCount: table.rowCount,
    limitReached: context.answers?.[0]?.limitReached ?? null,
    left: Math.max(0, most - maxGroups),
  };
}

function groupsOf(table: ResultTable, metric: string, form: TtestForm): readonly Group[] {
  const columns = form.groupby.map((column) => findColumn(table, columnLabel(column)));
  const moments = valuesOf(table, timeColumn);
  const numbers = valuesOf(table, metric).map(numberOfCell);
  const totals = form.contribution ? totalsOf(moments, numbers) : null;
  const found = new Map<string, { label: string; cells: readonly CellValue[]; values: Map<CellValue, number> }>();
  numbers.forEach((value, row) => {
    const cells = columns.map((column) => column?.values[row] ?? null);
    const key = JSON.stringify(cells.map((cell) => (typeof cell === 'bigint' ? String(cell) : cell)));
    const label = cells.map((cell, at) => labelOfCell(cell, columns[at])).join(', ');
    const group = found.get(key) ?? { label, cells, values: new Map<CellValue, number>() };
    found.set(key, group);
    const moment = moments[row] ?? null;
    const total = totals?.get(moment) ?? null;
    const shown = totals === null ? value : shareOf(value, total);
    if (shown !== null) group.values.set(moment, shown);
  });
  return [...found.values()];
}

const shareOf = (value: number | null, total: number | null) => (value === null || !total ? null : value / total);

function totalsOf(moments: readonly CellValue[], numbers: readonly (number | null)[]): ReadonlyMap<CellValue, number> {
  const totals = new Map<CellValue, number>();
  numbers.forEach((value, row) => {
    const moment = moments[row] ?? null;
    totals.set(moment, (totals.get(moment) ?? 0) + (value ?? 0));
  });
  return totals;
}

export interface Comparison {
  readonly group: Group;
  readonly isControl: boolean;
  /** Moments at which both were measured. */
  readonly pairs: number;
  /** How much more than the control, as a share of it. */
  readonly lift: number | null;
  readonly p: number | null;
  /** Null where nothing can be said. */
  readonly isSignificant: boolean | null;
}

/** Each group against the control, over the moments at which both were measured. */
export function compareGroups(
  { groups }: MetricTest,
  { control, level }: { readonly control: string; readonly level: number },
): readonly Comparison[] {
  const against = groups.find(({ label }) => label === control) ?? groups[0];
  return groups.map((group): Comparison => {
    if (!against || group === against)
      return { group, isControl: true, pairs: group.values.size, lift: null, p: null, isSignificant: null };
    const shared = [...group.values].flatMap(([moment, value]) => {
      const other = against.values.get(moment);
      return other === undefined ? [] : [[value, other] as const];
    });
    const p = pairedP(shared.map(([value, other]) => value - other));
    const own = shared.reduce((sum, [value]) => sum + value, 0);
    const others = shared.reduce((sum, [, value]) => sum + value, 0);
    const lift = others === 0 ? null : (own - others) / Math.abs(others);
    return { group, isControl: false, pairs: shared.length, lift, p, isSignificant: p === null ? null : p < level };
  });
}

export const isEmpty = ({ tests }: Tests): boolean => tests.length === 0;

export function undrawnOf({ tests, limitReached, left, rowCount }: Tests): Undrawn | null {
  if (tests.length > 0 && tests.every(({ groups }) => groups.every(({ values }) => values.size === 0)))
    return noNumbers(rowCount);
  if (limitReached !== null)
    return {
      isAll: false,
      title: {
        text: msg('The limit of {{limit}} rows was reached: there may be more.'),
        values: { limit: limitReached },
      },
    };
  if (left === 0) return null;
  return {
    isAll: false,
    title: {
      text: msg('{{shown}} of {{total}} groups are compared.'),
      values: { shown: maxGroups, total: maxGroups + left },
    },
  };
}
