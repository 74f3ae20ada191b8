import type { ThemeGround } from '@powerset/chart-kit';
import { readObjectText } from '../../controls/json-text/index.ts';

type Document = Readonly<Record<string, unknown>>;

/** Tokens of the form that are one text each. */
export const textTokens = ['brandAppName', 'brandLogoUrl', 'fontFamily'] as const;
/** Tokens of the form that are one colour each, in the order in which they stand. */
export const colorTokens = [
  'colorPrimary',
  'colorLink',
  'colorBgBase',
  'colorTextBase',
  'colorSuccess',
  'colorWarning',
  'colorError',
  'colorInfo',
] as const;
export type TextToken = (typeof textTokens)[number] | (typeof colorTokens)[number];

/** For which of the product's two looks it is made; null for both. */
export type Ground = ThemeGround | null;

/** The document of a text; an empty one while the text is none. */
export function documentOf(text: string): Document {
  const read = readObjectText(text);
  return 'value' in read ? read.value : {};
}

const toText = (document: Document) => JSON.stringify(document, null, 2);

export function readToken(document: Document, name: string): string {
  const value = tokensOf(document)[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The text with a token set; empty takes it out. Everything else stays as it was written. */
export function withToken(text: string, name: string, value: string | number | readonly unknown[]): string {
  const document = documentOf(text);
  const { [name]: _before, ...rest } = tokensOf(document);
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  return toText({ ...document, token: isEmpty ? rest : { ...tokensOf(document), [name]: value } });
}

function tokensOf({ token }: Document): Document {
  return typeof token === 'object' && token !== null && !Array.isArray(token) ? { ...token } : {};
}

export function withGround(text: string, ground: Ground): string {
  const { algorithm: before, ...rest } = documentOf(text);
  const others = (Array.isArray(before) ? before : []).filter((name) => name === 'compact');
  const own = ground === null ? [] : [ground === 'dark' ? 'dark' : 'default'];
  const all = [...own, ...others];
  return toText({ ...rest, ...(all.length > 0 ? { algorithm: all.length === 1 ? all[0] : all } : {}) });
}

/** The colours that charts give to names, as one line. */
export function readDataColors({ echartsOptionsOverrides: options }: Document): string {
  const given: unknown = typeof options === 'object' && options !== null && 'color' in options ? options.color : null;
  return Array.isArray(given) ? given.join(', ') : '';
}

export function withDataColors(text: string, line: string): string {
  const document = documentOf(text);
  const options = document.echartsOptionsOverrides;
  const { color: _before, ...rest } =
    typeof options === 'object' && options !== null ? { ...options, color: null } : { color: null };
  const colors = line.split(/[\s,;]+/).filter((color) => color !== '');
  const next = { ...rest, ...(colors.length > 0 ? { color: colors } : {}) };
  const { echartsOptionsOverrides: _all, ...others } = document;
  return toText({ ...others, ...(Object.keys(next).length > 0 ? { echartsOptionsOverrides: next } : {}) });
}

interface FontFace {
  readonly family: string;
  readonly url: string;
}

export function readFontFaces(document: Document): readonly FontFace[] {
  const { fontFaces } = tokensOf(document);
  return Array.isArray(fontFaces) ? fontFaces.filter((face) => typeof face?.family === 'string') : [];
}

/** The text with a font that was uploaded, before all others. */
export function withFont(text: string, face: FontFace): string {
  const faces = readFontFaces(documentOf(text)).filter(({ family }) => family !== face.family);
  const families = readToken(documentOf(text), 'fontFamily')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name.replaceAll(/['"]/g, '') !== face.family);
  const line = [`'${face.family}'`, ...(families.length > 0 ? families : ['sans-serif'])].join(', ');
  return withToken(withToken(text, 'fontFaces', [...faces, face]), 'fontFamily', line);
}

/** The text without a font, neither its file nor its name. */
export function withoutFont(text: string, family: string): string {
  const faces = readFontFaces(documentOf(text)).filter((face) => face.family !== family);
  const families = readToken(documentOf(text), 'fontFamily')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name.replaceAll(/['"]/g, '') !== family);
  const line = families.join(', ');
  return withToken(withToken(text, 'fontFaces', faces), 'fontFamily', line === 'sans-serif' ? '' : line);
}

/** A name for the font of a file: what the file is called, without its ending. */
export function familyOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\w .-]+/g, ' ')
    .trim();
  return name.slice(0, 80) || 'Font';
}
