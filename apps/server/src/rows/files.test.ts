import type { ResultTable } from '@powerset/contract';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { formulas, harmless, parseCsv } from '../formulas/formula-cases-fixture.ts';
import { packTable } from '../packed/index.ts';
import { toDataFile } from './files.ts';

const texts = [...formulas, ...harmless];
const table: ResultTable = {
  rowCount: texts.length,
  columns: [
    { name: '=head', type: 'string', nativeType: 'VARCHAR', values: texts },
    { name: '-n', type: 'number', nativeType: 'DOUBLE', values: texts.map(() => -1.5) },
    { name: 'big', type: 'number', nativeType: 'HUGEINT', values: texts.map(() => -(2n ** 80n)) },
  ],
};

async function write(format: 'csv' | 'xlsx', defusesFormulas: boolean): Promise<Uint8Array> {
  const request = { tables: [packTable(table)], format, name: 'x', defusesFormulas };
  return (await toDataFile(request)).content;
}

const defused = [...formulas.map((text) => `'${text}`), ...harmless];

describe('a file of rows', () => {
  it('as CSV holds no formula in cells or headings, and its numbers stay numbers', async () => {
    const [head, ...rows] = parseCsv(strFromU8(await write('csv', true)));
    expect(head).toEqual(["'=head", "'-n", 'big']);
    expect(rows).toEqual(defused.map((text) => [text, '-1.5', '-1208925819614629174706176']));
  });

  it('as CSV holds the texts as they are where that is asked for', async () => {
    const [head, ...rows] = parseCsv(strFromU8(await write('csv', false)));
    expect(head).toEqual(['=head', '-n', 'big']);
    expect(rows.map(([text]) => text)).toEqual(texts);
  });

  it('as CSV tells what is not there from an empty text by the word that was set', async () => {
    const values = ['NULL', '', null, 'a'];
    const gaps: ResultTable = { rowCount: 4, columns: [{ name: 'a', type: 'string', nativeType: 'VARCHAR', values }] };
    const request = { tables: [packTable(gaps)], format: 'csv' as const, name: 'x', defusesFormulas: true };
    const text = async (csvNull: string | null) => strFromU8((await toDataFile({ ...request, csvNull })).content);
    expect(await text('NULL')).toBe('a\r\n"NULL"\r\n\r\nNULL\r\na\r\n');
    expect(await text(null)).toBe('a\r\nNULL\r\n\r\n\r\na\r\n');
  });

  it('as a workbook holds no text that becomes a formula when its sheet is edited or saved as CSV', async () => {
    const parts = unzipSync(await write('xlsx', true));
    const strings = strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array());
    const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('<v>-1.5</v>');
    const held = strings.match(/<t[^>]*>[^<]*/g) ?? [];
    expect(held.filter((one) => /^<t[^>]*>[=+@]/.test(one) && !/>[+]5|>[+]1[.]5e3/.test(one))).toEqual([]);
    expect(held.map((one) => one.replace(/^<t[^>]*>/, ''))).toContain("'=1+1");
    expect(held.map((one) => one.replace(/^<t[^>]*>/, ''))).toContain("'=head");
  });

  it('as a workbook holds dates as dates, and says of a text that it was cut', async () => {
    const values = [Date.UTC(2026, 10, 23), Date.UTC(2026, 10, 23, 18)];
    const table: ResultTable = {
      rowCount: 2,
      columns: [
        { name: 'at', type: 'temporal', nativeType: 'TIMESTAMP', values },
        { name: 'long', type: 'string', nativeType: 'VARCHAR', values: ['a'.repeat(40_000), 'short'] },
      ],
    };
    const request = { tables: [packTable(table)], name: 'x', defusesFormulas: true, format: 'xlsx' as const };
    const book = unzipSync((await toDataFile(request)).content);
    const [sheet, strings, styles] = ['worksheets/sheet1', 'sharedStrings', 'styles'].map((name) =>
      strFromU8(book[`xl/${name}.xml`] ?? new Uint8Array()),
    );
    expect(sheet).toMatch(/<v>46349<\/v>.*<v>46349.75<\/v>/);
    expect(styles).toContain('formatCode="yyyy-mm-dd hh:mm:ss"');
    expect(strings).toMatch(/a … \[cut: 40000 characters\]</);
  });

  it('keeps the era of a date, and says in words what is no figure', async () => {
    const times = [Date.UTC(-43, 2, 15), Date.UTC(-43, 2, 15, 10), Date.UTC(12_026, 0, 1), Number.POSITIVE_INFINITY];
    const figures = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.5];
    const odd: ResultTable = {
      rowCount: 4,
      columns: [
        { name: 'day', type: 'temporal', nativeType: 'DATE', values: times },
        { name: 'n', type: 'number', nativeType: 'DOUBLE', values: figures },
      ],
    };
    const request = { tables: [packTable(odd)], name: 'x', defusesFormulas: true };
    const csv = await toDataFile({ ...request, format: 'csv' });
    const days = ['0044-03-15 (BC)', '0044-03-15 (BC) 10:00:00', '12026-01-01', 'infinity'];
    const words = ['NaN', 'Infinity', '-Infinity', '1.5'];
    expect(parseCsv(strFromU8(csv.content)).slice(1)).toEqual(days.map((day, row) => [day, words[row]]));
    const book = unzipSync((await toDataFile({ ...request, format: 'xlsx' })).content);
    const held = strFromU8(book['xl/sharedStrings.xml'] ?? new Uint8Array()).match(/(?<=<t[^>]*>)[^<]*/g);
    expect(held).toEqual(expect.arrayContaining([...days, 'NaN', 'Infinity', '-Infinity']));
  });
});
