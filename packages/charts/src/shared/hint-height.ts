import { type DrawContext, defaultTranslate, type Undrawn } from '@powerset/chart-kit';
import { estimateTextWidth } from './text-widths.ts';

interface HintSpace {
  readonly width: number;
  readonly translate?: DrawContext['translate'];
  readonly onRemedy?: unknown;
}

const margins = 28;

/** What the words below a picture take of its height: they stand in two lines where a narrow chart would cut them off. */
export function hintHeight({ title, remedy, also }: Undrawn, space: HintSpace): number {
  const { width, onRemedy, translate = defaultTranslate } = space;
  const offers = onRemedy ? [remedy, also].map((one) => (one ? `    ${translate(one.label)}` : '')) : [];
  return estimateTextWidth(translate(title.text, title.values) + offers.join(''), 11) > width - margins ? 36 : 20;
}
