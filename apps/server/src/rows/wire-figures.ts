import type { CellValue, WireFigureColumn, WireFigureComparison, WireValue } from '@powerset/contract';
import type { FigureComparison } from '@powerset/query';

interface Facts {
  /** How many rows of each were looked at, where there are or may be more. */
  readonly limits: WireFigureComparison['limits'];
  readonly formatOf: (
    name: string,
    place: WireFigureColumn['in'],
  ) => Pick<WireFigureColumn, 'label' | 'format' | 'currency'>;
}

/** A comparison as it travels, with how its columns are called and written. */
export function toWireFigures(found: FigureComparison, { limits, formatOf }: Facts): WireFigureComparison {
  return {
    columns: found.columns.map((column) => ({ ...column, ...formatOf(column.name, column.in) })),
    row_counts: found.rowCounts,
    limits,
    is_matched: found.isMatched,
    figures: found.figures,
    changed: found.changed,
    gone: found.gone,
    added: found.added,
    paired: found.paired,
    changes: found.changes.map((change) => ({
      ...change,
      key: change.key.map(toFigureValue),
      before: toFigureValue(change.before),
      after: toFigureValue(change.after),
      difference: toFigureValue(change.difference),
    })),
  };
}

/** JSON has neither large whole numbers nor NaN and the infinities: they travel as texts. */
export function toFigureValue(value: CellValue): WireValue {
  const isText = typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value));
  return isText ? String(value) : value;
}
