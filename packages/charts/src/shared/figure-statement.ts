import { type DrawContext, defaultTranslate, formatNumber, msg } from '@powerset/chart-kit';
import type { ComparedDays } from './compared-days.ts';

/** A figure, and how it compares with that of an earlier period, in words. */
export interface StatedFigure {
  readonly label: string;
  readonly text: string;
  readonly compared: {
    readonly period: string;
    readonly text: string;
    /** As a share of the earlier figure; null where that is zero. */
    readonly change: number | null;
    readonly days: ComparedDays | null;
  } | null;
}

/** The figure and what it is compared with as sentences: the alternative text of figures. */
export function figureStatement(
  { label, text, compared }: StatedFigure,
  { locale, translate = defaultTranslate }: Pick<DrawContext, 'locale' | 'translate'>,
): string {
  const sentences = [translate(msg('{{name}}: {{value}}.'), { name: label, value: text })];
  if (compared && compared.change !== null) {
    const values = {
      change: formatNumber('.1%', Math.abs(compared.change), locale),
      value: compared.text,
      period: translate(compared.period),
    };
    if (compared.change === 0) sentences.push(translate(msg('As much as {{period}}.'), values));
    else
      sentences.push(
        compared.change > 0
          ? translate(msg('{{change}} more than {{value}} ({{period}}).'), values)
          : translate(msg('{{change}} less than {{value}} ({{period}}).'), values),
      );
  }
  if (compared?.days) sentences.push(`${translate(msg('{{now}} to {{earlier}}'), compared.days)}.`);
  return sentences.join(' ');
}
