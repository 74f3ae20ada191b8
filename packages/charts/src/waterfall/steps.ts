import {
  findColumn,
  type GrainUnit,
  labelOfCell,
  type ModelContext,
  numberOfCell,
  unitOfGrain,
  valuesOf,
  xAxisLabel,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import type { WaterfallForm } from './form.ts';

export interface Step {
  readonly kind: 'increase' | 'decrease' | 'total';
  /** Its position on the x-axis; undefined of the total of all positions. */
  readonly x: CellValue | undefined;
  /** Its part of the position; undefined without a breakdown, and of totals. */
  readonly part: CellValue | undefined;
  /** By how much it goes up or down, of totals what all steps come to; null where the row has no value. */
  readonly value: number | null;
  /** Where the step begins and ends. */
  readonly from: number;
  readonly to: number;
}

export interface Steps {
  readonly steps: readonly Step[];
  readonly metric: string;
  readonly axis: { readonly label: string; readonly isTemporal: boolean; readonly unit: GrainUnit | undefined };
  /** The column of the parts. */
  readonly breakdown: string | null;
  /** How many values are neither numbers nor missing, and how many are missing. */
  readonly texts: number;
  readonly missing: number;
  readonly limitReached: number | null;
  /** Whether the values of parts may be added up; true where nobody said. */
  readonly isSummable: boolean;
}

/** Rows to steps: each begins where the one before it ended; totals are what all steps up to them come to. */
export function toModel(
  results: readonly ResultTable[],
  { form, answers, verboseNames }: ModelContext<WaterfallForm>,
): Steps {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const axis = xAxisLabel(form);
  const breakdown = form.groupby === null ? null : columnLabel(form.groupby);
  const hasParts = breakdown !== null && breakdown !== axis;
  const name = form.metric === null ? '' : metricLabel(form.metric);
  const isTemporal = findColumn(table, axis)?.type === 'temporal';
  const rows = rowsOf(table, { axis, part: hasParts ? breakdown : null, metric: name });
  const positions = inOrder(byPosition(rows), isTemporal);
  const [facts] = answers ?? [];
  return {
    steps: walk(positions, hasParts),
    metric: verboseNames[name] ?? name,
    axis: { label: axis, isTemporal, unit: isTemporal ? unitOfGrain(form.time_grain_sqla) : undefined },
    breakdown: hasParts ? breakdown : null,
    texts: rows.filter(({ cell, value }) => typeof cell === 'string' && value === null).length,
    missing: rows.filter(({ cell }) => cell === null).length,
    limitReached: facts?.limitReached ?? null,
    isSummable: facts === undefined || facts.summable === null || facts.summable.includes(name),
  };
}

interface Row {
  readonly x: CellValue;
  readonly part: CellValue | undefined;
  readonly cell: CellValue;
  readonly value: number | null;
}

function rowsOf(
  table: ResultTable,
  names: { readonly axis: string; readonly part: string | null; readonly metric: string },
): readonly Row[] {
  const xs = valuesOf(table, names.axis);
  const parts = names.part === null ? null : valuesOf(table, names.part);
  return valuesOf(table, names.metric).map((cell, at) => ({
    x: xs[at] ?? null,
    part: parts ? (parts[at] ?? null) : undefined,
    cell,
    value: numberOfCell(cell),
  }));
}

type Positions = ReadonlyMap<CellValue, readonly Row[]>;

function byPosition(rows: readonly Row[]): Positions {
  const positions = new Map<CellValue, Row[]>();
  for (const row of rows) {
    const known = positions.get(row.x);
    if (known) known.push(row);
    else positions.set(row.x, [row]);
  }
  return positions;
}

/** Times have an order of their own, names that in which they came. */
function inOrder(positions: Positions, isTemporal: boolean): Positions {
  if (!isTemporal) return positions;
  const placeOf = (x: CellValue) => numberOfCell(x) ?? Number.NEGATIVE_INFINITY;
  return new Map([...positions].sort(([a], [b]) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b))));
}

function walk(positions: Positions, hasParts: boolean): readonly Step[] {
  const steps: Step[] = [];
  let sum = 0;
  const go = (x: CellValue, part: CellValue | undefined, value: number | null) => {
    const to = sum + (value ?? 0);
    steps.push({ kind: (value ?? 0) < 0 ? 'decrease' : 'increase', x, part, value, from: sum, to });
    sum = to;
  };
  for (const [x, rows] of positions) {
    const parts = hasParts ? rows.map((row) => [row.part, row.value] as const) : [[undefined, sumOf(rows)] as const];
    for (const [part, value] of parts) go(x, part, value);
    if (hasParts) steps.push({ kind: 'total', x, part: undefined, value: sum, from: 0, to: sum });
  }
  if (!hasParts && steps.length > 0)
    steps.push({ kind: 'total', x: undefined, part: undefined, value: sum, from: 0, to: sum });
  return steps;
}

/** Null only where no row has a value. */
function sumOf(rows: readonly Row[]): number | null {
  const values = rows.map(({ value }) => value).filter((value): value is number => value !== null);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

export const isEmpty = ({ steps }: Steps): boolean => steps.length === 0;

/** What a selection is compared with: the part of a step, else its position; null of totals of all. */
export function labelOfStep({ x, part }: Step): string | null {
  if (part !== undefined) return labelOfCell(part);
  return x === undefined ? null : labelOfCell(x);
}
