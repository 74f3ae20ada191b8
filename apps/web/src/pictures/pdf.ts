import type { Drawing } from './draw-stage.ts';
import { toPng } from './to-png.ts';

/** A4, in points. */
const paper = { short: 595, long: 842, margin: 24 } as const;
/** Wider pictures lie on the paper. */
const uprightWidthPx = 700;
/** A page is at least so full before it ends at a part's edge instead of at its own. */
const leastFill = 0.3;

interface Slice {
  readonly top: number;
  readonly bottom: number;
}

/** Cuts a height into pages, between parts where that does not leave most of a page empty. */
export function toSlices(height: number, pageHeight: number, partTops: readonly number[]): readonly Slice[] {
  const slices: Slice[] = [];
  for (let top = 0; top < height; top = slices.at(-1)?.bottom ?? height) {
    const end = top + pageHeight;
    const edge = partTops.filter((at) => at > top + leastFill * pageHeight && at <= end).at(-1);
    slices.push({ top, bottom: end >= height ? height : (edge ?? end) });
  }
  return slices;
}

/** The drawing on sheets of paper, without loss, as a PDF document. */
export async function toPdf({ canvas, scale, partTops }: Drawing, title: string): Promise<Blob> {
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  pdf.setCreator('Powerset');
  const width = canvas.width / scale;
  const [paperWidth, paperHeight] = width < uprightWidthPx ? [paper.short, paper.long] : [paper.long, paper.short];
  const pointsPerPx = (paperWidth - 2 * paper.margin) / width;
  const pageHeight = (paperHeight - 2 * paper.margin) / pointsPerPx;
  for (const { top, bottom } of toSlices(canvas.height / scale, pageHeight, partTops)) {
    const png = await toPng({ canvas: cut(canvas, Math.round(top * scale), Math.round(bottom * scale)) });
    const image = await pdf.embedPng(await png.arrayBuffer());
    const height = (bottom - top) * pointsPerPx;
    pdf.addPage([paperWidth, paperHeight]).drawImage(image, {
      x: paper.margin,
      y: paperHeight - paper.margin - height,
      width: paperWidth - 2 * paper.margin,
      height,
    });
  }
  return new Blob([await pdf.save()], { type: 'application/pdf' });
}

/** The part of a picture between two heights, in its own pixels. */
function cut(canvas: HTMLCanvasElement, top: number, bottom: number): HTMLCanvasElement {
  const part = document.createElement('canvas');
  part.width = canvas.width;
  part.height = Math.max(1, Math.min(bottom, canvas.height) - top);
  part.getContext('2d', { alpha: false })?.drawImage(canvas, 0, -top);
  return part;
}
