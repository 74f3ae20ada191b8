import {
  distinctMetrics,
  findColumn,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  toNumber,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { noNumbers } from '../shared/no-numbers.ts';
import { roundScale } from '../shared/round-scale.ts';
import type { RadarForm } from './form.ts';

/** One metric as an axis from the middle to the rim. */
export interface Spoke {
  readonly metric: string;
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

export interface Profile {
  readonly name: string;
  readonly keys: readonly CellValue[];
  /** By spoke; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface Profiles {
  readonly spokes: readonly Spoke[];
  readonly profiles: readonly Profile[];
  readonly dimensions: readonly string[];
  readonly beyond: number;
  readonly blanks: number;
  /** Values that lie outside of their axis. */
  readonly outside: number;
  /** The axes do not all begin and end with the same numbers. */
  readonly hasOwnScales: boolean;
}

const mostProfiles = 30;

export function toModel(results: readonly ResultTable[], context: ModelContext<RadarForm>): Profiles {
  const { form, verboseNames } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = form.groupby.map(columnLabel);
  const columns = dimensions.map((name) => findColumn(table, name));
  const metrics = distinctMetrics(form.metrics).map(metricLabel);
  const figures = metrics.map((metric) => valuesOf(table, metric));
  const count = metrics.length === 0 ? 0 : table.rowCount;
  const profiles = Array.from({ length: Math.min(count, mostProfiles) }, (_, row): Profile => {
    const names = columns.map((column) => labelOfCell(column?.values[row], column, form.date_format));
    return {
      name: names.length > 0 ? names.join(', ') : metrics.map((metric) => verboseNames[metric] ?? metric).join(', '),
      keys: columns.map((column) => column?.values[row] ?? null),
      values: figures.map((cells) => numberOfCell(cells[row])),
    };
  });
  const spokes = spokesOf(metrics, profiles, context);
  const cells = profiles.flatMap(({ values }) => values.map((value, at) => ({ value, spoke: spokes[at] })));
  return {
    spokes,
    profiles,
    dimensions,
    beyond: count - profiles.length,
    blanks: cells.filter(({ value }) => value === null).length,
    outside: cells.filter(({ value, spoke }) => spoke && value !== null && (value < spoke.low || value > spoke.high))
      .length,
    hasOwnScales: spokes.some(({ low, high }) => low !== spokes[0]?.low || high !== spokes[0]?.high),
  };
}

function spokesOf(
  metrics: readonly string[],
  profiles: readonly Profile[],
  { form, verboseNames }: ModelContext<RadarForm>,
): readonly Spoke[] {
  const of = (at: number) => profiles.flatMap(({ values }) => values[at] ?? []);
  const all = metrics.flatMap((_, at) => of(at));
  return metrics.map((metric, at) => {
    const config = form.column_config[metric] ?? {};
    const ends = { min: toNumber(config.radarMetricMinValue), max: toNumber(config.radarMetricMaxValue) };
    const scale = roundScale(form.shared_scale ? all : of(at), ends);
    return { metric, name: verboseNames[metric] ?? metric, ...scale };
  });
}

export function undrawnOf(model: Profiles): Undrawn | null {
  const { spokes, profiles, beyond, blanks, outside } = model;
  const all = profiles.length * spokes.length;
  if (all === 0) return null;
  if (blanks === all) return noNumbers(profiles.length);
  return (
    partly(msg('{{outside}} of {{all}} values lie outside their axis and are drawn at its end.'), {
      outside,
      all,
      count: outside,
    }) ??
    partly(msg('The first {{shown}} of {{all}} groups are drawn.'), {
      shown: profiles.length,
      all: profiles.length + beyond,
      count: beyond,
    }) ??
    partly(msg('{{undrawn}} of {{all}} values are empty and stand in the middle.'), {
      undrawn: blanks,
      all,
      count: blanks,
    }) ??
    partly(msg('A radar of fewer than three metrics has no area: bars compare them better.'), {
      count: spokes.length < 3 ? 1 : 0,
    })
  );
}

function partly(text: string, values: Readonly<Record<string, number>> & { readonly count: number }): Undrawn | null {
  return values.count === 0 ? null : { isAll: false, title: { text, values } };
}
