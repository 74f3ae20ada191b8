import { estimateTextWidth } from '../shared/text-widths.ts';
import type { PivotLine } from './lines.ts';
import type { PivotModel } from './model.ts';
import type { PivotOptions } from './options.ts';

/** Where columns have fixed widths, so that only those in sight are drawn. */
export interface FixedWidths {
  /** Of the keys of the rows, by level. */
  readonly labels: readonly number[];
  readonly columns: readonly number[];
  /** So many levels stay at the left while the rest is scrolled. */
  readonly held: number;
}

/** Fewer columns are drawn all at once, as wide as the browser finds that they need. */
const mostAtOnce = 30;
const fontSize = 12;
const padding = 20;
const widest = 240;
const sampleRows = 40;

/** Widths for a pivot of many columns; null for one of few. */
export function fixedWidths(
  lines: { readonly rows: readonly PivotLine[]; readonly columns: readonly PivotLine[] },
  given: { readonly model: PivotModel; readonly options: PivotOptions; readonly width: number },
): FixedWidths | null {
  const { model, options, width } = given;
  if (lines.columns.length <= mostAtOnce) return null;
  const step = Math.max(1, Math.ceil(lines.rows.length / sampleRows));
  const sample = lines.rows.filter((_, at) => at % step === 0);
  const figureWidth = (row: PivotLine, column: PivotLine) =>
    estimateTextWidth(
      options.format(model.figureAt(row.path, column.path), model.metricAt(row.path, column.path)),
      fontSize,
    );
  const columns = lines.columns.map((column) => {
    const head = estimateTextWidth(column.nodes.at(-1)?.label ?? column.metric ?? '', fontSize) + foldRoom;
    const longest = sample.reduce((most, row) => Math.max(most, figureWidth(row, column)), Math.min(widest, head));
    return Math.ceil(Math.max(64, longest + padding));
  });
  const labels = labelWidths(lines.rows, model);
  return { labels, columns, held: heldLevels(labels, width) };
}

const foldRoom = 14;
/** What folds stands before a key, and the first one begins at the inset of the card. */
const keyRoom = 26;

function labelWidths(rows: readonly PivotLine[], model: PivotModel): readonly number[] {
  if (model.rows.levels.length === 0) return [64];
  return model.rows.levels.map(({ label }, level) => {
    const texts = new Set(rows.map((row) => row.nodes[level]?.label ?? ''));
    const longest = [...texts]
      .slice(0, mostLabels)
      .reduce((most, text) => Math.max(most, estimateTextWidth(text, fontSize) + keyRoom), 0);
    return Math.ceil(
      Math.min(widest, Math.max(56, longest + padding, estimateTextWidth(label, fontSize) + padding + 24)),
    );
  });
}

const mostLabels = 2000;

/** Keys stay in sight as long as figures keep more than half of the width. */
function heldLevels(labels: readonly number[], width: number): number {
  let [held, total] = [0, 0];
  for (const label of labels) {
    total += label;
    if (total > width * 0.5) break;
    held += 1;
  }
  return held;
}
