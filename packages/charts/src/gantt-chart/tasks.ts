import { labelOfCell, type ModelContext, numberOfCell, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type QueryColumn, type ResultTable } from '@powerset/contract';
import type { GanttForm } from './form.ts';

export interface Task {
  readonly start: number;
  /** Null while it goes on. */
  readonly end: number | null;
  readonly category: CellValue;
  /** Undefined without a dimension. */
  readonly series: CellValue | undefined;
  /** What tooltips show besides, in the order of the columns. */
  readonly details: readonly CellValue[];
}

export interface Detail {
  readonly name: string;
  readonly isMeasure: boolean;
  readonly isTime: boolean;
}

/** What a gantt chart draws: rows with a beginning, in the order in which they came. */
export interface Tasks {
  readonly tasks: readonly Task[];
  readonly categoryColumn: string;
  readonly seriesColumn: string | null;
  readonly details: readonly Detail[];
  /** How many rows came, how many of them have no beginning, and how many end before they begin. */
  readonly rows: number;
  readonly unbegun: number;
  readonly reversed: number;
  /** Tasks beyond those that are drawn. */
  readonly beyond: number;
  readonly limitReached: number | null;
}

/** Of more bars, nobody finds one. */
const mostTasks = 5000;

/** Rows to tasks; those that begin never, or end before they begin, have no place on the axis. */
export function toModel(results: readonly ResultTable[], context: ModelContext<GanttForm>): Tasks {
  const { form, answers, verboseNames } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const cellsOf = (column: QueryColumn | null) => (column === null ? null : valuesOf(table, columnLabel(column)));
  const [starts, ends] = [cellsOf(form.start_time), cellsOf(form.end_time)];
  const [categories, series] = [cellsOf(form.y_axis), cellsOf(form.series)];
  const names = [...form.tooltip_columns.map(columnLabel), ...form.tooltip_metrics.map(metricLabel)];
  const details = names.map((name) => valuesOf(table, name));
  const tasks: Task[] = [];
  let [unbegun, reversed, beyond] = [0, 0, 0];
  for (let row = 0; row < table.rowCount; row += 1) {
    const [start, end] = [numberOfCell(starts?.[row]), numberOfCell(ends?.[row])];
    if (start === null) unbegun += 1;
    else if (end !== null && end < start) reversed += 1;
    else if (tasks.length >= mostTasks) beyond += 1;
    else
      tasks.push({
        start,
        end,
        category: categories?.[row] ?? null,
        series: series ? (series[row] ?? null) : undefined,
        details: details.map((values) => values[row] ?? null),
      });
  }
  return {
    tasks,
    categoryColumn: form.y_axis === null ? '' : columnLabel(form.y_axis),
    seriesColumn: form.series === null ? null : columnLabel(form.series),
    details: names.map((name, at) => ({
      name: verboseNames[name] ?? name,
      isMeasure: at >= form.tooltip_columns.length,
      isTime: table.columns.find((column) => column.name === name)?.type === 'temporal',
    })),
    rows: table.rowCount,
    ...{ unbegun, reversed, beyond },
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

export const isEmpty = ({ rows }: Tasks): boolean => rows === 0;

/** What a selection is compared with: the category, with the series where there is one. */
export function labelOfTask({ category, series }: Task): string {
  return series === undefined ? labelOfCell(category) : `${labelOfCell(category)}, ${labelOfCell(series)}`;
}
