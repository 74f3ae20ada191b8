import { type DrawContext, defaultTranslate, type Undrawn } from '@powerset/chart-kit';
import { estimateTextWidth } from './text-widths.ts';

interface HintSpace {
  readonly width: number;
  /** Of the whole card: a low one keeps its height for the picture. */
  readonly height?: number;
  readonly translate?: DrawContext['translate'];
  readonly onRemedy?: unknown;
}

const margins = 28;

/** Broken at words, lines are not full. */
const fullness = 0.9;
const [mostLines, mostLinesOfLow, low] = [3, 2, 160];

/** What the words below a picture take of its height: as many lines as they need with what they offer, three at most. */
export function hintHeight({ title, remedy, also }: Undrawn, space: HintSpace): number {
  const { width, onRemedy, translate = defaultTranslate } = space;
  const offers = onRemedy ? [remedy, also].map((one) => (one ? `    ${translate(one.label)}` : '')) : [];
  const most = (space.height ?? low) < low ? mostLinesOfLow : mostLines;
  const needed =
    estimateTextWidth(translate(title.text, title.values) + offers.join(''), 11) / Math.max(1, width - margins);
  const lines = needed <= 1 ? 1 : Math.min(most, Math.max(2, Math.ceil(needed / fullness)));
  return 4 + 16 * lines;
}
