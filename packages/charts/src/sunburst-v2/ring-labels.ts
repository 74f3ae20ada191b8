import { estimateFigureWidth, fitText } from '../shared/text-widths.ts';

/** A part of a ring, in px and radians. */
export interface Arc {
  readonly inner: number;
  readonly outer: number;
  readonly angle: number;
}

export interface ArcLabel {
  readonly text: string;
  readonly rotate: 'radial' | 'tangential';
}

export const arcLabelSize = 11;
const lineHeight = 13;
const pad = 8;
const leastLetters = 3;

/** A label along the arc where it fits there, else along the radius, its name cut; figures are whole or not there. */
export function labelArc(
  { inner, outer, angle }: Arc,
  { name, figure }: { readonly name: string; readonly figure: string },
) {
  const middle = (inner + outer) / 2;
  const across = outer - inner - pad;
  const along = (angle >= Math.PI ? 2 * inner : 2 * inner * Math.sin(angle / 2)) - pad;
  const lines = [name, figure].filter((text) => text !== '');
  const width = Math.max(0, ...lines.map((text) => Math.ceil(estimateFigureWidth(text, arcLabelSize))));
  if (width <= along && lines.length * lineHeight <= across) return label(lines.join('\n'), 'tangential');
  const high = middle * Math.min(angle, Math.PI) - 2;
  if (high < lineHeight) return null;
  const isFigureIn = figure !== '' && estimateFigureWidth(figure, arcLabelSize) <= across;
  const cut = name === '' ? '' : fitText(name, across, arcLabelSize);
  const isTelling = cut === name || [...cut].length > leastLetters;
  const shown = [isTelling ? cut : '', isFigureIn && (name === '' || high >= 2 * lineHeight) ? figure : ''];
  return label(shown.filter((text) => text !== '').join('\n'), 'radial');
}

const label = (text: string, rotate: ArcLabel['rotate']): ArcLabel | null => (text === '' ? null : { text, rotate });
