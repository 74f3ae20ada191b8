import { findColumn, labelOfCell, type ModelContext, numberOfCell, textOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultColumn, type ResultTable } from '@powerset/contract';
import type { LngLat } from '../shared/map-shapes.ts';
import type { PlaceFaults } from '../shared/maps/places.ts';
import type { CartodiagramForm } from './form.ts';
import { partsOf } from './query.ts';
import { readSelectedChart, type SelectedChart } from './selected-chart.ts';
import { placeReader } from './shape-places.ts';

export interface Part {
  /** Numbers in `series` and `steps` of the model. */
  readonly series: number;
  readonly step: number;
  readonly value: number;
}

export interface SmallChart {
  readonly at: LngLat;
  /** What the place is called; empty where its shape does not say. */
  readonly name: string;
  /** What the column holds there. */
  readonly key: CellValue;
  readonly parts: readonly Part[];
}

export interface Cartodiagram {
  readonly chart: SelectedChart | null;
  readonly charts: readonly SmallChart[];
  /** What colours tell apart. */
  readonly series: readonly string[];
  /** What stands side by side, in order. */
  readonly steps: readonly string[];
  readonly metric: string;
  readonly column: string;
  readonly table: ResultTable;
  readonly faults: PlaceFaults;
  /** How many values are empty or, of a pie, below zero. */
  readonly unmeasured: number;
  readonly all: number;
  /** How many places have no room among those that are drawn. */
  readonly undrawnPlaces: number;
  readonly limitReached: number | null;
  /** Averages and distinct counts do not add up. */
  readonly isSummable: boolean;
}

/** So many are drawn; more would be one heap and hold up the page. */
export const mostCharts = 400;

/** Rows to one small chart for each place. */
export function toModel(
  results: readonly ResultTable[],
  { form, answers }: ModelContext<CartodiagramForm>,
): Cartodiagram {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const chart = readSelectedChart(form.selected_chart);
  const column = form.geom_column === null ? '' : columnLabel(form.geom_column);
  const read = readParts(table, chart);
  const places = placeReader(findColumn(table, column));
  const found = new Map<string, SmallChart & { readonly parts: Part[] }>();
  for (let row = 0; row < table.rowCount; row += 1) {
    const place = places.at(row);
    if (place === null) continue;
    const known = found.get(place.id) ?? { at: place.at, name: place.name, key: place.key, parts: [] };
    found.set(place.id, known);
    known.parts.push(...(read.ofRow[row] ?? []));
  }
  const charts = [...found.values()].filter(({ parts }) => parts.length > 0);
  return {
    chart,
    charts: charts.slice(0, mostCharts),
    series: read.series,
    steps: read.steps,
    metric: read.metric,
    column,
    table,
    faults: places.faults(),
    unmeasured: read.unmeasured,
    all: read.all,
    undrawnPlaces: Math.max(0, charts.length - mostCharts),
    limitReached: answers?.[0]?.limitReached ?? null,
    isSummable: answers?.[0]?.summable.includes(read.metric) ?? true,
  };
}

interface ReadParts {
  readonly ofRow: readonly (readonly Part[])[];
  readonly series: readonly string[];
  readonly steps: readonly string[];
  readonly metric: string;
  readonly unmeasured: number;
  readonly all: number;
}

const nothing: ReadParts = { ofRow: [], series: [], steps: [], metric: '', unmeasured: 0, all: 0 };

function readParts(table: ResultTable, chart: SelectedChart | null): ReadParts {
  if (chart === null || chart.kind === null) return nothing;
  const { x, groups, metrics } = partsOf(chart.form);
  const dateFormat = textOf(chart.form, 'x_axis_time_format', 'smart_date');
  const axis = x === null ? undefined : findColumn(table, columnLabel(x));
  const steps = stepsOf(axis, dateFormat);
  const columns = groups.map((group) => findColumn(table, columnLabel(group)));
  const series = new Map<string, number>();
  const indexOf = (name: string) => series.get(name) ?? series.set(name, series.size).size - 1;
  const measures = metrics.map((metric) => ({
    label: metricLabel(metric),
    column: findColumn(table, metricLabel(metric)),
  }));
  let unmeasured = 0;
  const ofRow = Array.from({ length: table.rowCount }, (_, row) => {
    const group = columns.map((column) => labelOfCell(column?.values[row], column)).join(', ');
    return measures.flatMap(({ label, column }): readonly Part[] => {
      const value = numberOfCell(column?.values[row]);
      const isDrawn = value !== null && !(chart.kind === 'pie' && value < 0);
      if (!isDrawn) unmeasured += 1;
      const name = [...(measures.length > 1 || group === '' ? [label] : []), ...(group === '' ? [] : [group])].join(
        ', ',
      );
      return isDrawn ? [{ series: indexOf(name), step: steps.indexOf(row), value }] : [];
    });
  });
  return {
    ofRow,
    series: [...series.keys()],
    steps: steps.labels,
    metric: measures[0]?.label ?? '',
    unmeasured,
    all: table.rowCount * measures.length,
  };
}

/** The steps of the axis in their order: of numbers and times theirs, else the order in which they came. */
function stepsOf(axis: ResultColumn | undefined, dateFormat: string) {
  if (!axis) return { labels: [''], indexOf: () => 0 };
  const values = [...new Set(axis.values)];
  const isMeasured = values.every((value) => value === null || typeof value === 'number' || typeof value === 'bigint');
  const sorted = isMeasured
    ? values.sort((one, other) => (numberOfCell(one) ?? 0) - (numberOfCell(other) ?? 0))
    : values;
  const places = new Map(sorted.map((value, index) => [value, index]));
  return {
    labels: sorted.map((value) => labelOfCell(value, axis, dateFormat)),
    indexOf: (row: number) => places.get(axis.values[row] ?? null) ?? 0,
  };
}
