import type { ChartTheme } from '@powerset/chart-kit';
import type { MapLegend } from '@powerset/charts/drawing';
import type { Pen } from './surface.ts';
import { fitText } from './words.ts';

interface Space {
  readonly width: number;
  readonly height: number;
  readonly theme: ChartTheme;
}

type Row =
  | { readonly kind: 'title' | 'name' | 'more'; readonly text: string }
  | { readonly kind: 'entry'; readonly color: string; readonly text: string }
  | { readonly kind: 'ramp'; readonly colors: readonly string[]; readonly from: string; readonly to: string };

/** What the colours of a map mean, or of each layer of a map under its name. */
export interface PaintedLegend {
  readonly place: MapLegend['place'];
  readonly parts: readonly { readonly name: string; readonly legend: MapLegend | null }[];
}

const rowPx = 15;
const padPx = 6;
const edgePx = 8;
const swatchPx = 8;
const fontPx = 11;
/** Smaller maps have no room for words besides their marks. */
const leastRoom = { width: 200, height: 120 };
const widestPx = 220;

/** Paints a legend into a corner of the map, as it stands there in a browser; what is beyond its room is left out. */
export function paintLegend(pen: Pen, { place, parts }: PaintedLegend, space: Space): void {
  const { width, height, theme } = space;
  const all = parts.flatMap(rowsOf);
  if (all.length === 0 || width < leastRoom.width || height < leastRoom.height) return;
  const rows = all.slice(0, Math.max(1, Math.floor((height * 0.8 - 2 * padPx) / rowPx)));
  pen.save();
  pen.textBaseline = 'middle';
  const inner = Math.min(widestPx, width * 0.44, Math.max(...rows.map((row) => widthOf(pen, row, theme))));
  const [boxWidth, boxHeight] = [inner + 2 * padPx, rows.length * rowPx + 2 * padPx];
  const x = place.endsWith('l') ? edgePx : width - edgePx - boxWidth;
  const y = place.startsWith('t') ? edgePx : height - edgePx - boxHeight;
  pen.beginPath();
  pen.roundRect(x, y, boxWidth, boxHeight, 4);
  pen.fillStyle = theme.card;
  pen.fill();
  pen.strokeStyle = theme.border;
  pen.lineWidth = 1;
  pen.stroke();
  for (const [at, row] of rows.entries())
    paintRow(pen, row, { x: x + padPx, middle: y + padPx + (at + 0.5) * rowPx, inner, theme });
  pen.restore();
}

function rowsOf({ name, legend }: PaintedLegend['parts'][number]): readonly Row[] {
  const head: readonly Row[] = name === '' ? [] : [{ kind: 'name', text: name }];
  if (!legend) return head;
  const title: readonly Row[] = legend.title === '' ? [] : [{ kind: 'title', text: legend.title }];
  if (legend.kind === 'ramp') return [...head, ...title, { ...legend, kind: 'ramp' }];
  const entries = legend.entries.map(({ color, label }): Row => ({ kind: 'entry', color, text: label }));
  return [...head, ...title, ...entries, ...(legend.more === '' ? [] : [{ kind: 'more', text: legend.more } as const])];
}

const fontOf = (row: Row, theme: ChartTheme) => `${row.kind === 'name' ? 500 : 400} ${fontPx}px ${theme.font}`;

function widthOf(pen: Pen, row: Row, theme: ChartTheme): number {
  pen.font = fontOf(row, theme);
  if (row.kind === 'ramp') return pen.measureText(row.from).width + pen.measureText(row.to).width + 72;
  const text = pen.measureText(row.text).width;
  return row.kind === 'entry' ? text + swatchPx + 6 : text;
}

interface RowPlace {
  readonly x: number;
  readonly middle: number;
  readonly inner: number;
  readonly theme: ChartTheme;
}

function paintRow(pen: Pen, row: Row, { x, middle, inner, theme }: RowPlace): void {
  pen.font = fontOf(row, theme);
  pen.fillStyle = row.kind === 'name' ? theme.text : theme.textSecondary;
  if (row.kind === 'ramp') {
    const [from, to] = [pen.measureText(row.from).width + 6, pen.measureText(row.to).width + 6];
    pen.fillText(row.from, x, middle);
    pen.fillText(row.to, x + inner - to + 6, middle);
    const gradient = pen.createLinearGradient(x + from, 0, x + inner - to, 0);
    for (const [at, color] of row.colors.entries())
      gradient.addColorStop(row.colors.length === 1 ? 0 : at / (row.colors.length - 1), color);
    pen.fillStyle = gradient;
    pen.fillRect(x + from, middle - 4, Math.max(0, inner - from - to), 8);
    return;
  }
  if (row.kind !== 'entry') {
    pen.fillText(fitText(pen, row.text, inner), x, middle);
    return;
  }
  pen.fillText(fitText(pen, row.text, inner - swatchPx - 6), x + swatchPx + 6, middle);
  pen.fillStyle = row.color;
  pen.beginPath();
  pen.roundRect(x, middle - swatchPx / 2, swatchPx, swatchPx, 2);
  pen.fill();
}
