import { uniqueFoldedNames } from '../../../unique-names.ts';
import { readHead } from './prepare.ts';
import { uploadFailure } from './upload-failure.ts';

/** How a file of separated values is cut, and what its columns are called. */
export interface CsvShape {
  /** Lines above the table, that are not read. */
  readonly skipLines: number;
  readonly delimiter: string;
  readonly hasHeader: boolean;
  readonly names: readonly string[];
  /** Bytes of one line as it stands in the file, on average over what was looked at. */
  readonly lineBytes: number;
}

export interface CsvOptions {
  readonly skipLines?: number;
  readonly delimiter?: string;
  readonly hasHeader?: boolean;
}

const sampleBytes = 1 << 20;
const sampleRecords = 200;
const delimiters = [',', ';', '\t', '|'];
const maxColumns = 2000;

export async function detectShape(file: string, options: CsvOptions): Promise<CsvShape> {
  const head = await readHead(file, sampleBytes);
  const { skipLines = 0 } = options;
  const text = withoutLines(head.toString('utf8').replace(/^\ufeff/, ''), skipLines);
  if (skipLines > 0 && text.trim() === '')
    throw uploadFailure(`The file holds nothing below the first ${skipLines} lines. Skip fewer.`);
  const delimiter = options.delimiter ?? bestDelimiter(text);
  const records = readRecords(text, delimiter);
  const first = records[0];
  if (!first) throw uploadFailure('The file holds no lines.');
  if (first.length > maxColumns) throw tooManyColumns(first.length, head.length === sampleBytes);
  if (head.length === sampleBytes && records.length === 1)
    throw uploadFailure('The first line is longer than 1 MB. Is this a text file with columns?', 1);
  const hasHeader = options.hasHeader ?? looksLikeHeader(records);
  return {
    skipLines,
    delimiter,
    hasHeader,
    names: toNames(hasHeader ? first : first.map(() => '')),
    lineBytes: averageBytes(text, delimiter),
  };
}

function tooManyColumns(count: number, isPart: boolean): Error {
  const shown = count.toLocaleString('en-US');
  return uploadFailure(
    `The file has ${isPart ? 'more than ' : ''}${shown} columns; at most ${maxColumns.toLocaleString('en-US')} can be read.`,
    1,
  );
}

function withoutLines(text: string, count: number): string {
  const ends = text.matchAll(/\r\n|\n|\r/g);
  let start = 0;
  for (let line = 0; line < count; line++) {
    const { value: end } = ends.next();
    if (!end) return '';
    start = end.index + end[0].length;
  }
  return text.slice(start);
}

function averageBytes(text: string, delimiter: string): number {
  const { records, end } = cutRecords(text, delimiter, Number.POSITIVE_INFINITY);
  return Math.max(1, Buffer.byteLength(text.slice(0, end)) / Math.max(1, records.length));
}

/** The one that cuts most lines into the same number of several cells. */
function bestDelimiter(text: string): string {
  const scored = delimiters.map((delimiter) => {
    const counts = readRecords(text, delimiter).map((record) => record.length);
    const usual = mostFrequent(counts);
    const share = counts.filter((count) => count === usual).length / Math.max(1, counts.length);
    return { delimiter, score: usual > 1 ? share * (1 + Math.min(usual, 100) / 1000) : 0 };
  });
  return scored.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function mostFrequent(counts: readonly number[]): number {
  const tally = new Map<number, number>();
  for (const count of counts) tally.set(count, (tally.get(count) ?? 0) + 1);
  return [...tally].reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0] as const)[0];
}

const readRecords = (text: string, delimiter: string): string[][] => cutRecords(text, delimiter, sampleRecords).records;

/** The first records of a text, and where they end; the last one of a cut text is left out unless it is the only one. */
function cutRecords(text: string, delimiter: string, limit: number): { records: string[][]; end: number } {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  let end = 0;
  const endRecord = (position: number) => {
    record.push(cell);
    if (record.length > 1 || cell !== '') records.push(record);
    record = [];
    cell = '';
    end = position;
  };
  for (let position = 0; position < text.length && records.length < limit; position++) {
    const character = text[position]!;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[position + 1] === '"') cell += text[++position]!;
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === delimiter) {
      record.push(cell);
      cell = '';
    } else if (character === '\n') endRecord(position + 1);
    else if (character !== '\r' || text[position + 1] !== '\n') {
      if (character === '\r') endRecord(position + 1);
      else cell += character;
    }
  }
  if (records.length < limit && (records.length === 0 || (!isQuoted && text.length < sampleBytes / 2)))
    endRecord(text.length);
  return { records, end };
}

const number = /^[-+]?[\d.,]*\d[\d.,]*([eE][-+]?\d+)?%?$/;
const date = /^\d{4}-\d\d-\d\d/;
/** Fewer may be the first and last year of something. */
const leastPeriods = 3;

/**
 * A first line that is all text is taken for a header; no cell of it is a number or a date. Only a table with a column for
 * each year or day has those in its header, and there they rise beside the names of its other columns.
 */
function looksLikeHeader([first = [], second = []]: readonly (readonly string[])[]): boolean {
  const cells = first.map((cell) => cell.trim());
  if (cells.every((cell) => cell === '')) return false;
  if (!cells.some((cell) => number.test(cell) || date.test(cell))) return true;
  return namesPeriods(cells) && !namesPeriods(second.map((cell) => cell.trim()));
}

function namesPeriods(cells: readonly string[]): boolean {
  const periods = cells.filter((cell) => number.test(cell) || date.test(cell));
  const isRising = periods.every((period, index) => index === 0 || period > periods[index - 1]!);
  const areAlike = [/^(1[89]|20)\d\d$/, /^\d{4}-\d\d-\d\d$/].some((form) => periods.every((cell) => form.test(cell)));
  const isNamed = cells.some((cell) => cell !== '' && !periods.includes(cell));
  return periods.length >= leastPeriods && isRising && areAlike && isNamed;
}

/** Every column gets a name that a table can have: filled, without control characters, not too long, unlike the others. */
export function toNames(cells: readonly string[]): readonly string[] {
  const filled = cells.map((cell, index) => {
    const plain = cell.replace(/[\p{C}]+/gu, ' ').trim();
    return plain.slice(0, 120) || `column_${index + 1}`;
  });
  return uniqueFoldedNames(filled);
}
