import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import * as echarts from 'echarts';
import { prepareFonts } from './fonts.ts';

export type Pen = SKRSContext2D;

let isReady = false;

/** Fonts, and a canvas for whatever measures texts; once for each thread. */
function prepare(): void {
  if (isReady) return;
  isReady = true;
  prepareFonts();
  // ECharts takes what has the methods of a canvas for one; its types know those of pages alone.
  echarts.setPlatformAPI({ createCanvas: () => createCanvas(32, 32) as never });
}

/** An empty surface; its pen draws in px. */
export function openSurface(
  width: number,
  height: number,
  scale: number,
): { readonly canvas: Canvas; readonly pen: Pen } {
  prepare();
  const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = canvas.getContext('2d');
  pen.scale(scale, scale);
  return { canvas, pen };
}

/** Draws a chart of ECharts at the pen's origin. */
export function drawOption(
  pen: Pen,
  option: echarts.EChartsCoreOption,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
): void {
  prepare();
  const canvas = createCanvas(Math.max(1, width), Math.max(1, height));
  const size = { width, height, devicePixelRatio: scale };
  const chart = echarts.init(canvas as never, null, { ...size, renderer: 'canvas' });
  try {
    chart.setOption({ ...option, animation: false, progressive: 0 });
    // It would draw in the next frame, and there is none.
    chart.getZr().flush();
    pen.drawImage(canvas, 0, 0, width, height);
  } finally {
    chart.dispose();
  }
}
