import { estimateTextWidth } from './text-widths.ts';

/** ECharts measures labels by it that have no style since they are not drawn: every text that is drawn names its font. */
const usualFont = '12px sans-serif';
const usualPx = 12;
/** ECharts takes the width of this sign for the height of a line. */
const fullWidthSign = '国';

let canvas: CanvasRenderingContext2D | null | undefined;
let canvasFont: string | undefined;

/** Signs that are no letters, which ECharts measures with all others of its table. */
const isControlSign = (text: string) => text < ' ';

/**
 * Widths of text as the canvas draws it. The browser would search the machine's fonts, for 20 ms and more, for the usual
 * font, and for the sign by which ECharts knows a font's size, which is as wide as the font is high. Single signs are
 * estimated: ECharts asks for a hundred of each font, 4 ms of a page's first drawing, only to guess where to begin cutting.
 */
export function measureText(text: string, font: string = usualFont): { readonly width: number } {
  if (text.length === 1) return { width: signWidth(text, font) };
  if (font === usualFont) return { width: estimateTextWidth(text, usualPx) };
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return { width: text.length * sizeOfFont(font) * 0.6 };
  if (canvasFont !== font) {
    canvas.font = font;
    canvasFont = font;
  }
  return canvas.measureText(text);
}

function signWidth(sign: string, font: string): number {
  if (isControlSign(sign)) return 0;
  return sign === fullWidthSign ? sizeOfFont(font) : estimateTextWidth(sign, sizeOfFont(font));
}

/** The size in pixels that a CSS font names. */
export function sizeOfFont(font: string): number {
  return Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? usualPx);
}
