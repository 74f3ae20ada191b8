import { domToForeignObjectSvg } from 'modern-screenshot';
import { drawnProperties } from './drawn-properties.ts';
import { loadedFaces } from './loaded-faces.ts';
import type { Stage } from './stage.ts';

export interface Drawing {
  readonly canvas: HTMLCanvasElement;
  /** Pixels of the canvas for one of the page. */
  readonly scale: number;
  /** Where the parts begin, in pixels of the page. */
  readonly partTops: readonly number[];
}

const sharpness = 2;
/** What every browser draws. */
const maxSidePx = 16_384;
const maxAreaPx = 120_000_000;

const emptyImage = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

/** Draws what stands on a stage, and takes the stage down. */
export async function drawStage(stage: Stage, signal?: AbortSignal): Promise<Drawing> {
  try {
    const { width, height, left, top } = stage.element.getBoundingClientRect();
    const charts = stage.charts.map(({ host, png }) => ({ png, place: host.getBoundingClientRect() }));
    const page = await toImage(await pageAddress(stage, { width, height }));
    signal?.throwIfAborted();
    const scale = scaleOf(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('The browser gives no room for a picture of this size.');
    pen.fillStyle = stage.background;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.scale(scale, scale);
    pen.drawImage(page, 0, 0, width, height);
    for (const { png, place } of charts) {
      pen.drawImage(await toImage(png()), place.left - left, place.top - top, place.width, place.height);
      signal?.throwIfAborted();
    }
    return { canvas, scale, partTops: stage.partTops };
  } finally {
    stage.remove();
  }
}

function scaleOf(width: number, height: number): number {
  return Math.min(sharpness, maxSidePx / width, maxSidePx / height, Math.sqrt(maxAreaPx / (width * height)));
}

/** The stage as an image that needs nothing else. */
async function pageAddress(stage: Stage, size: { readonly width: number; readonly height: number }): Promise<string> {
  const cssText = await loadedFaces();
  const svg = await domToForeignObjectSvg(stage.element, {
    ...size,
    font: cssText ? { cssText } : false,
    includeStyleProperties: [...drawnProperties],
    features: { copyScrollbar: false },
    // Backgrounds of other servers would be asked for anew.
    fetchFn: async (url) => (new URL(url, document.baseURI).origin === location.origin ? false : emptyImage),
  });
  // Neither half characters nor control characters can stand in an XML document.
  const text = new XMLSerializer()
    .serializeToString(svg)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
}

async function toImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
