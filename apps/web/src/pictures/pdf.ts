import type { Drawing } from './draw-stage.ts';

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
  const width = canvas.width / scale;
  const [paperWidth, paperHeight] = width < uprightWidthPx ? [paper.short, paper.long] : [paper.long, paper.short];
  const pointsPerPx = (paperWidth - 2 * paper.margin) / width;
  const slices = toSlices(canvas.height / scale, (paperHeight - 2 * paper.margin) / pointsPerPx, partTops);
  const pageId = (index: number) => 4 + 3 * index;
  const document = startDocument();
  document.add('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = slices.map((_, index) => `${pageId(index)} 0 R`).join(' ');
  document.add(`<< /Type /Pages /Kids [${kids}] /Count ${slices.length} >>`);
  document.add(`<< /Title ${toPdfText(title)} >>`);
  for (const [index, { top, bottom }] of slices.entries()) {
    const [contentId, imageId] = [pageId(index) + 1, pageId(index) + 2];
    const drawnHeight = (bottom - top) * pointsPerPx;
    const placed = [
      paperWidth - 2 * paper.margin,
      0,
      0,
      drawnHeight,
      paper.margin,
      paperHeight - paper.margin - drawnHeight,
    ];
    const content = `q ${placed.map((number) => number.toFixed(3)).join(' ')} cm /Picture Do Q`;
    document.add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${paperWidth} ${paperHeight}] /Contents ${contentId} 0 R /Resources << /XObject << /Picture ${imageId} 0 R >> >> >>`,
    );
    document.add(`<< /Length ${content.length} >>`, new Blob([content]));
    const image = await toImageStream(canvas, Math.round(top * scale), Math.round(bottom * scale));
    document.add(
      `<< /Type /XObject /Subtype /Image /Width ${canvas.width} /Height ${image.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${image.data.size} >>`,
      image.data,
    );
  }
  return document.end();
}

async function toImageStream(canvas: HTMLCanvasElement, top: number, bottom: number) {
  const height = Math.max(1, Math.min(bottom, canvas.height) - top);
  const pixels = canvas.getContext('2d')?.getImageData(0, top, canvas.width, height).data ?? new Uint8ClampedArray();
  const colours = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    colours[to] = pixels[from] ?? 0;
    colours[to + 1] = pixels[from + 1] ?? 0;
    colours[to + 2] = pixels[from + 2] ?? 0;
  }
  const packed = new Blob([colours]).stream().pipeThrough(new CompressionStream('deflate'));
  return { height, data: await new Response(packed).blob() };
}

/** Any text, as UTF-16 in hexadecimal digits. */
function toPdfText(text: string): string {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index))];
  return `<${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}>`;
}

/** Objects one after the other, numbered from 1 (1 the catalogue, 3 the facts), and at the end where each begins. */
function startDocument() {
  const parts: Blob[] = [new Blob(['%PDF-1.4\n'])];
  const starts: number[] = [];
  let size = parts[0]?.size ?? 0;
  const write = (part: Blob) => {
    parts.push(part);
    size += part.size;
  };
  return {
    add: (dictionary: string, stream?: Blob) => {
      starts.push(size);
      const body: BlobPart[] = stream ? ['\nstream\n', stream, '\nendstream'] : [];
      write(new Blob([`${starts.length} 0 obj\n${dictionary}`, ...body, '\nendobj\n']));
    },
    end: () => {
      const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
      const count = starts.length + 1;
      const tail = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${size}\n%%EOF\n`;
      return new Blob([...parts, tail], { type: 'application/pdf' });
    },
  };
}
