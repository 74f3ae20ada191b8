const usualFont = '12px sans-serif';
const usualPx = 12;
/** ECharts takes the width of this sign for the height of a line. */
const fullWidthSign = '国';

let canvas: CanvasRenderingContext2D | null | undefined;
let canvasFont: string | undefined;

/**
 * Widths of text as the canvas draws it, but for the one sign by which ECharts knows a font's size: it is as wide as the
 * font is high, and to learn that from the canvas the browser would search the machine's fonts for it.
 */
export function measureText(text: string, font: string = usualFont): { readonly width: number } {
  if (text === fullWidthSign) return { width: sizeOfFont(font) };
  canvas ??= document.createElement('canvas').getContext('2d');
  if (!canvas) return { width: text.length * sizeOfFont(font) * 0.6 };
  if (canvasFont !== font) {
    canvas.font = font;
    canvasFont = font;
  }
  return canvas.measureText(text);
}

/** The size in pixels that a CSS font names. */
export function sizeOfFont(font: string): number {
  return Number(/(\d+(?:\.\d+)?)px/.exec(font)?.[1] ?? usualPx);
}
