import { cellColorer, type DrawContext, readRules, withAlpha } from '@powerset/chart-kit';
import { type BigNumberSizes, bigNumberSizes } from '../shared/big-number-sizes.ts';
import type { Figure } from './figure.ts';

export interface FigureOptions {
  readonly sizes: BigNumberSizes;
  readonly color: string;
}

/** A rule that is met colours the figure in full, not as a tint. */
export function toOptions(figure: Figure, context: DrawContext): FigureOptions {
  const rules = readRules(context.form.conditional_formatting);
  const tint = cellColorer(rules, [figure.value], context.theme)(figure.value);
  return {
    sizes: bigNumberSizes(context.form, { width: context.width, height: context.height, text: figure.text }),
    color: tint ? withAlpha(tint, 1) : context.theme.text,
  };
}
