import type { TimeSeriesColumn } from '@powerset/chart-kit';
import type { SeriesRow, TimeTable } from './series-rows.ts';

/** What a column says of a row. */
export interface Measure {
  readonly value: number | null;
  /** The row reaches not as far back as the column looks. */
  readonly isTooShort?: boolean;
  /** The values of a small line. */
  readonly points?: readonly (number | null)[];
}

/** Works out one cell. */
export function measureOf(column: TimeSeriesColumn, row: SeriesRow, table: TimeTable): Measure {
  const last = row.values.at(-1) ?? null;
  if (column.colType === 'spark') return sparkOf(column, row.values);
  if (column.colType === 'contrib') return { value: ratio(last, table.lastSums[row.metric] ?? 0) };
  if (column.colType === 'avg') return averageOf(column, row.values);
  return comparedOf(column, row.values);
}

/** Lags are whole steps: back from the last one, or negative from the first one on. */
const lagOf = ({ timeLag }: TimeSeriesColumn) => (timeLag === '' ? 0 : Math.trunc(timeLag));

function comparedOf(column: TimeSeriesColumn, values: SeriesRow['values']): Measure {
  const lag = lagOf(column);
  const at = lag < 0 ? -lag - 1 : values.length - 1 - lag;
  if (at < 0 || at >= values.length) return { value: null, isTooShort: true };
  const [last, earlier] = [values.at(-1) ?? null, values[at] ?? null];
  if (column.comparisonType === 'diff') return { value: last === null || earlier === null ? null : last - earlier };
  const share = ratio(last, earlier);
  if (column.comparisonType === 'perc') return { value: share };
  if (column.comparisonType === 'perc_change') return { value: share === null ? null : share - 1 };
  return { value: earlier };
}

/** The mean of what was measured in the last steps; of all without a lag. */
function averageOf(column: TimeSeriesColumn, values: SeriesRow['values']): Measure {
  const steps = Math.abs(lagOf(column));
  const measured = values.slice(steps === 0 ? 0 : -steps).filter((value) => value !== null);
  if (measured.length === 0) return { value: null };
  return { value: measured.reduce((sum, value) => sum + value, 0) / measured.length };
}

/** The row itself, or with a ratio what became of each value since so many steps before. */
function sparkOf({ timeRatio }: TimeSeriesColumn, values: SeriesRow['values']): Measure {
  const steps = Math.trunc(Number(timeRatio));
  const points =
    Number.isFinite(steps) && steps > 0
      ? values.slice(steps).map((value, index) => ratio(value, values[index] ?? null))
      : values;
  return { value: points.at(-1) ?? null, points, ...(points.length === 0 ? { isTooShort: true } : {}) };
}

const ratio = (value: number | null, of: number | null) =>
  value === null || of === null || of === 0 ? null : value / of;
