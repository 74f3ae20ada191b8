import type { FieldsOfRows } from '@powerset/chart-kit';
import type { bigNumberSizeRows } from './big-number-form.ts';
import { estimateFigureWidth } from './text-widths.ts';

type BigNumberShares = FieldsOfRows<typeof bigNumberSizeRows>;

export interface BigNumberSizes {
  readonly figure: number;
  readonly line: number;
}

/** In a row of key figures (88 high with its title) the type is that of the design; larger charts scale with their height. */
const rowHeight = 96;
const smallestFigure = 12;
const normalShare = 0.4;

/** Type sizes in px of a figure and the line below it, by the form's shares of the height; a long figure is made to fit. */
export function bigNumberSizes(
  form: BigNumberShares,
  space: { readonly width: number; readonly height: number; readonly text: string },
): BigNumberSizes {
  const share = form.header_font_size ?? normalShare;
  const lineShare = form.subheader_font_size ?? 0.15;
  const isRow = space.height <= rowHeight;
  const wanted = isRow ? (24 * share) / normalShare : space.height * share * 0.7;
  const widest = space.width / Math.max(1, estimateFigureWidth(space.text, 1));
  const tallest = space.height * 0.7;
  const figure = Math.max(smallestFigure, Math.min(wanted, widest, tallest, 120));
  const line = isRow ? (12 * lineShare) / 0.15 : space.height * lineShare * 0.5;
  return {
    figure: Math.round(figure),
    line: Math.round(Math.max(isRow ? 11 : 13, Math.min(line, space.height * 0.3, 40))),
  };
}
