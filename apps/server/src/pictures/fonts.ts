import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createCanvas, type FontKey, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`@fontsource-variable/${name}/package.json`));

/** Fonts of scripts that the interface's own has not, by the order in which a character is looked for. */
const scripts = ['arabic', 'hebrew', 'thai', 'devanagari', 'sc', 'jp', 'kr'] as const;
type Script = (typeof scripts)[number];

/** Characters that Chinese and Japanese share are drawn as the reader's language draws them. */
const orderOf = (locale: string): readonly Script[] =>
  locale === 'ja' ? ['jp', ...scripts.filter((script) => script !== 'jp')] : scripts;

const familyOf = (script: Script) => `Noto Sans ${script}`;

/** The families that stand behind a font for what it cannot draw. */
export const fallbackFamilies = (locale: string): string =>
  orderOf(locale)
    .map((script) => `"${familyOf(script)}"`)
    .join(', ');

interface FontFile {
  readonly path: string;
  readonly script: Script;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Below it the interface's own font has what there is. */
const firstOther = 0x0590;
const others = /[\u0590-\u{10ffff}]/gu;
const known = new Set<number>();
const read = new Map<string, FontKey>();
let files: readonly FontFile[] | null = null;
let isReady = false;

/** Makes the interface's own font known, and has others read when a text needs them; once for each thread. */
export function prepareFonts(): void {
  if (isReady) return;
  isReady = true;
  const folder = join(folderOf('inter'), 'files');
  for (const file of readdirSync(folder).filter((name) => name.includes('wght-normal')))
    for (const family of ['Inter Variable', 'Inter']) GlobalFonts.registerFromPath(join(folder, file), family);
  const pens = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as SKRSContext2D;
  const { fillText, strokeText, measureText } = pens;
  pens.fillText = function (text, ...place) {
    readFontsOf(text);
    fillText.call(this, text, ...place);
  };
  pens.strokeText = function (text, ...place) {
    readFontsOf(text);
    strokeText.call(this, text, ...place);
  };
  pens.measureText = function (text) {
    readFontsOf(text);
    return measureText.call(this, text);
  };
}

/**
 * Fonts of large scripts come in a hundred files each. All of them at once make each measurement of a text twenty times
 * slower, so a file is read when one of its characters is drawn.
 */
function readFontsOf(text: string): void {
  for (const [sign] of String(text).matchAll(others)) {
    const point = sign.codePointAt(0) ?? firstOther;
    if (known.has(point)) continue;
    known.add(point);
    files ??= scripts.flatMap(filesOf);
    for (const file of files) if (file.ranges.some(([first, last]) => point >= first && point <= last)) register(file);
  }
}

function register({ path, script }: FontFile): void {
  if (read.has(path) || read.size >= mostFiles) return;
  const key = GlobalFonts.registerFromPath(path, familyOf(script));
  if (key) read.set(path, key);
}

/** So many files a picture may need; letters beyond them are boxes. */
const mostFiles = 120;
/** With so many the next picture begins anew: it shall not pay for the letters of another one. */
const keptFiles = 40;

/** Puts aside what earlier pictures have read, where that is much. */
export function dropManyFonts(): void {
  if (read.size <= keptFiles) return;
  GlobalFonts.removeBatch([...read.values()]);
  read.clear();
  known.clear();
}

/** How many files are read in this thread. */
export const countReadFonts = (): number => read.size;

function filesOf(script: Script): readonly FontFile[] {
  const folder = folderOf(`noto-sans-${script}`);
  const subsets = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Readonly<Record<string, string>>;
  return Object.entries(subsets)
    .map(([name, ranges]) => ({
      path: join(folder, 'files', `noto-sans-${script}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
      script,
      ranges: ranges.split(',').map(toRange),
    }))
    .filter(({ ranges }) => ranges.some(([, last]) => last >= firstOther));
}

/** `U+25ee8`, `U+fb50-fdff`. */
function toRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().slice(2).split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
