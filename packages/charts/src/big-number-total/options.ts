import {
  cellColorer,
  changeColor,
  type DrawContext,
  defaultTranslate,
  formatNumber,
  msg,
  withAlpha,
} from '@powerset/chart-kit';
import { type BigNumberSizes, bigNumberSizes } from '../shared/big-number-sizes.ts';
import { figureStatement } from '../shared/figure-statement.ts';
import type { Figure } from './figure.ts';
import type { BigNumberForm } from './form.ts';

export interface FigureOptions {
  readonly sizes: BigNumberSizes;
  readonly color: string;
  readonly comparison: ComparisonLine | null;
  /** The figure and what it is compared with in words: the alternative text. */
  readonly statement: string;
}

export interface ComparisonLine {
  readonly direction: 'up' | 'down' | 'same';
  readonly change: string;
  readonly color: string | undefined;
  /** The earlier figure and its period. */
  readonly rest: string;
  /** Which days are compared, where a calendar was chosen. */
  readonly hint?: string;
}

function comparisonLine({ compared }: Figure, context: DrawContext<BigNumberForm>): ComparisonLine | null {
  if (!compared) return null;
  const { difference, change } = compared;
  const direction = difference > 0 ? 'up' : 'down';
  const translate = context.translate ?? defaultTranslate;
  return {
    direction: difference === 0 ? 'same' : direction,
    change: change === null ? '' : formatNumber('.1%', Math.abs(change), context.locale),
    color: changeColor(context.form, difference, context.theme),
    rest: `${compared.text} · ${compared.days?.earlier ?? translate(compared.period)}`,
    ...(compared.days ? { hint: translate(msg('{{now}} to {{earlier}}'), compared.days) } : {}),
  };
}

/** A rule that is met colours the figure in full, not as a tint. */
export function toOptions(figure: Figure, context: DrawContext<BigNumberForm>): FigureOptions {
  const rules = context.form.conditional_formatting;
  const tint = cellColorer(rules, [figure.value], context.theme)(figure.value);
  return {
    sizes: bigNumberSizes(context.form, { width: context.width, height: context.height, text: figure.text }),
    comparison: comparisonLine(figure, context),
    statement: figureStatement(figure, context),
    color: tint ? withAlpha(tint, 1) : context.theme.text,
  };
}
