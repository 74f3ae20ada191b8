import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Download, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** A picture that was saved, as its pixels tell of it. */
export interface SeenPicture {
  readonly fileName: string;
  readonly width: number;
  readonly height: number;
  /** How many pixels have one of the colours of the theme, by its name. */
  readonly pixels: Readonly<Record<string, number>>;
  /** Pixels that anything shines through. */
  readonly seeThrough: number;
  readonly colours: number;
}

const themeColours = ['--ground', '--card', '--text', '--text-2', '--cell-bar', '--data-1'] as const;

/** Files are kept for looking at them where a folder for that is named. */
export async function keep(download: Download): Promise<void> {
  const folder = process.env.POWERSET_PICTURES;
  if (folder) await download.saveAs(`${folder}/${download.suggestedFilename()}`);
}

/** Does what saves a picture, and looks at it. */
export async function savedPicture(page: Page, save: () => Promise<void>): Promise<SeenPicture> {
  const saved = page.waitForEvent('download');
  await save();
  const download = await saved;
  const bytes = await readFile(await download.path());
  await keep(download);
  expect(bytes.subarray(1, 4).toString(), 'a PNG').toBe('PNG');
  const address = `data:image/png;base64,${bytes.toString('base64')}`;
  return { fileName: download.suggestedFilename(), ...(await page.evaluate(lookAt, { address, names: themeColours })) };
}

/** Runs in the page. */
async function lookAt({ address, names }: { address: string; names: readonly string[] }) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no pen');
  const style = getComputedStyle(document.documentElement);
  const keyOfColour = (name: string) => {
    pen.fillStyle = style.getPropertyValue(name);
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
    return (red << 16) | (green << 8) | blue;
  };
  const keys = names.map((name) => [name, keyOfColour(name)] as const);
  pen.clearRect(0, 0, 1, 1);
  pen.drawImage(image, 0, 0);
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  const counts = new Map<number, number>();
  let seeThrough = 0;
  for (let at = 0; at < data.length; at += 4) {
    const key = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (data[at + 3] !== 255) seeThrough += 1;
  }
  return {
    width: canvas.width,
    height: canvas.height,
    pixels: Object.fromEntries(keys.map(([name, key]) => [name, counts.get(key) ?? 0])),
    seeThrough,
    colours: counts.size,
  };
}

export interface PdfPage {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, one after the other. */
  readonly pixels: Buffer;
}

/** The pictures on the pages of a PDF document. */
export function readPdf(bytes: Buffer): readonly PdfPage[] {
  const text = bytes.toString('latin1');
  expect(text).toMatch(/^%PDF-1\.\d/);
  expect(text.trimEnd()).toMatch(/startxref\s+\d+\s+%%EOF$/);
  return [...text.matchAll(/<<([^<>]*\/Subtype \/Image[^<>]*)>>\s*stream\r?\n/g)].map((match) => {
    const entry = (name: string) => Number(new RegExp(`/${name} (\\d+)`).exec(match[1] ?? '')?.[1]);
    const [width, height] = [entry('Width'), entry('Height')];
    const start = match.index + match[0].length;
    const pixels = inflateSync(bytes.subarray(start, start + entry('Length')));
    expect(pixels.length).toBe(width * height * 3);
    return { width, height, pixels };
  });
}
