import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUploadClient, toBody, type UploadClient } from './uploads-fixture.ts';

let started: InProcessApp;
let uploads: UploadClient;

beforeAll(async () => {
  started = await startInProcess({ env: { POWERSET_UPLOAD_MAX_MB: '4' } });
  uploads = await createUploadClient(started.admin);
});
afterAll(() => started.stop());

const staged = () => readdir(join(started.dataFolder, 'engine', 'staging'));
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

interface BadFile {
  readonly what: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly words: string;
}

const refused: readonly BadFile[] = [
  { what: 'no bytes', name: 'none.csv', content: '', words: 'is empty' },
  { what: 'blank lines only', name: 'blank.csv', content: '\n\n\n', words: 'holds no lines' },
  { what: 'a mark and nothing else', name: 'mark.csv', content: '\ufeff', words: 'holds no lines' },
  { what: 'a million columns', name: 'wide.csv', content: `${'x,'.repeat(1_000_000)}x\n`, words: 'at most 2,000' },
  { what: 'zero bytes in its text', name: 'zeros.csv', content: bytes('a,b\n', [0, 1, 2, 0]), words: 'not text' },
  {
    what: 'half an archive',
    name: 'half.csv.gz',
    content: gzipSync('a,b\n'.repeat(9)).subarray(0, 25),
    words: 'damaged',
  },
  {
    what: 'an archive named XLSX',
    name: 'zip.xlsx',
    content: bytes('PK', [3, 4, 0, 0, 0]),
    words: 'not a readable XLSX',
  },
  { what: 'a ZIP archive', name: 'sales.csv.zip', content: bytes('PK', [3, 4, 0, 0, 0]), words: 'Unpack it' },
  {
    what: 'text named XLSX',
    name: 'text.xlsx',
    content: 'a,b\n1,2\n',
    words: 'called an Excel workbook but is not one',
  },
  { what: 'text named Parquet', name: 'text.parquet', content: 'a,b\n1,2\n', words: 'is not a Parquet file' },
  { what: 'Parquet cut off', name: 'cut.parquet', content: 'PAR1xxxxPAR1', words: 'cut.parquet' },
  { what: 'JSON cut off', name: 'cut.json', content: '[{"a":1},{"a":', words: 'cut.json' },
  { what: 'JSON without rows', name: 'rowless.json', content: '[]', words: 'holds no rows' },
  {
    what: 'a picture',
    name: 'p.png',
    content: bytes([0x89], 'PNG', [0, 1]),
    words: 'not of a kind that can be loaded',
  },
];

describe('a file with', () => {
  it.each(refused)('$what is refused in words, shows no folder of the server, and leaves nothing', async (bad) => {
    const answer = await uploads.stage(bad.name, bad.content);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.errors[0].error_type).toBe('UPLOAD_ERROR');
    expect(answer.json.message).toContain(bad.words);
    expect(answer.text).not.toContain(started.dataFolder);
    expect(await staged()).toEqual([]);
  });

  it('more bytes than are allowed is refused with the limit, and leaves nothing', async () => {
    const answer = await uploads.stage('large.csv', 'a,b\n'.repeat(1_500_000));
    expect(answer.status).toBe(413);
    expect(answer.json.message).toContain('larger than 4 MB');
    expect(await staged()).toEqual([]);
  });

  it('a quote that is never closed is not loaded by half', async () => {
    const preview = await uploads.preview('quote.csv', `id,name\n1,ok\n2,"abc\n${'3,def\n'.repeat(50)}`);
    const job = await uploads.load(preview);
    expect(job).toMatchObject({ state: 'failed', error: expect.stringContaining('opens in line 3 is never closed') });
    const tables = await started.admin.get(`${uploads.base}/tables/?q=(schema_name:main)`);
    expect(tables.text).not.toContain('"quote"');
  });

  it('ragged lines loads the good ones, and tells number, reason and text of the others', async () => {
    const job = await uploads.load(await uploads.preview('ragged.csv', 'id,name\n1,a\n2\n3,c,more\n4,d\n'));
    expect(job).toMatchObject({ state: 'done', result: { row_count: 2, rejected_count: 2 } });
    expect(job.result?.rejected).toMatchObject([
      { line: 3, message: '1 values instead of 2', text: '2' },
      { line: 4, message: '3 values instead of 2', text: '3,c,more' },
    ]);
  });

  it('lines that a spreadsheet would run are kept so that it does not', async () => {
    const preview = await uploads.preview('sly.csv', 'id,name\n1,a\n=1+1,b,c\n-5,b,c\n');
    const job = await uploads.load(preview);
    const answer = await started.admin.get(`${uploads.base}/upload/${job.job_id}/rejected`);
    expect(answer.text.trimEnd().split('\r\n').slice(1)).toEqual([
      `3,,3 values instead of 2,"'=1+1,b,c"`,
      `3,id,"'""=1+1"" is not a BIGINT","'=1+1,b,c"`,
      `4,,3 values instead of 2,"'-5,b,c"`,
    ]);
  });

  it('many lines that cannot be read keeps all of them for their owner to download', async () => {
    const preview = await uploads.preview('many.csv', `id,name\n${'1,a\n2,"b, b",more\n'.repeat(150)}`);
    const job = await uploads.load(preview);
    expect(job.result).toMatchObject({ row_count: 150, rejected_count: 150 });
    expect(job.result?.rejected).toHaveLength(100);
    const path = `${uploads.base}/upload/${job.job_id}/rejected`;
    const answer = await started.admin.get(path);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rejected-lines.csv"');
    const lines = answer.text.trimEnd().split('\r\n');
    expect([lines.length, lines[0], lines[1]]).toEqual([
      151,
      'line,column,reason,text',
      '3,,3 values instead of 2,"2,""b, b"",more"',
    ]);
    expect((await fetch(`${started.url}${path}`)).status).toBe(401);
    const other = await started.signInAs('another-uploader', ['Admin']);
    expect((await other.get(path)).status).toBe(404);
    const whole = await uploads.load(await uploads.preview('whole.csv', 'id\n1\n'));
    expect((await started.admin.get(`${uploads.base}/upload/${whole.job_id}/rejected`)).status).toBe(404);
  });

  it('the wrong encoding chosen says which to choose, and detected keeps every letter', async () => {
    const content = Buffer.from('id,city\n1,Málaga\n', 'latin1');
    const preview = await uploads.preview('city.csv', content);
    expect(preview.encoding).toBe('windows-1252');
    expect(preview.rows.columns[1]?.values).toEqual(['Málaga']);
    const wrong = await uploads.load(preview, { encoding: 'utf-8' });
    expect(wrong).toMatchObject({ state: 'failed', error: expect.stringContaining('for example windows-1252') });
    const unknown = await uploads.stage('city.csv', content, { encoding: 'latin9' });
    expect(unknown.status).toBe(400);
    expect(unknown.json.message.encoding[0]).toContain('windows-1252');
  });

  it('values that do not fit a chosen type rejects their lines', async () => {
    const preview = await uploads.preview('numbers.csv', 'n\n1\nx\n3\n');
    const job = await uploads.load(preview, { columns: [{ source: 'n', name: 'n', type: 'BIGINT' }] });
    expect(job.result).toMatchObject({ row_count: 2, rejected: [{ line: 3, column: 'n', text: 'x' }] });
  });
});

describe('a load', () => {
  it.each([
    ['a type that is none', { columns: [{ source: 'a', name: 'a', type: 'VARCHAR); DROP TABLE x' }] }, 'cannot be a'],
    ['a column that is not in the file', { columns: [{ source: 'z', name: 'z', type: 'BIGINT' }] }, 'has no column z'],
    ['a column without a name', { columns: [{ source: 'a', name: ' ', type: 'BIGINT' }] }, 'needs a name'],
    ['quotes in the name of the table', { table_name: 'a"; DROP TABLE x; --' }, 'cannot hold quotes'],
    ['a blank name', { table_name: '  ' }, 'required'],
  ])('with %s is refused before anything happens', async (_, change, words) => {
    const preview = await uploads.preview('sly.csv', 'a,b\n1,2\n');
    const answer = await started.admin.post(`${uploads.base}/upload/`, toBody(preview, change));
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json.errors[0].message).toContain(words);
  });

  it('into a schema that does not exist, or appended to a table that does not, says so', async () => {
    const preview = await uploads.preview('lost.csv', 'a\n1\n');
    expect((await uploads.load(preview, { schema: 'nowhere' })).error).toContain('nowhere');
    expect((await uploads.load(preview, { already_exists: 'append' })).error).toContain('does not exist');
  });

  it('that failed can be put right and tried again with the same file', async () => {
    await uploads.load(await uploads.preview('twice.csv', 'a\n1\n'));
    const preview = await uploads.preview('twice.csv', 'a\n1\n2\n');
    expect(await uploads.load(preview)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('exists already'),
    });
    const job = await uploads.load(preview, { already_exists: 'replace' });
    expect(job).toMatchObject({ state: 'done', result: { row_count: 2 } });
  });

  it('reads dates by the format that the preview found', async () => {
    const preview = await uploads.preview('german.csv', 'Datum;Wert\n31.12.2024;1\n15.02.2024;2\n');
    expect(preview).toMatchObject({ date_format: '%d.%m.%Y', delimiter: ';' });
    const job = await uploads.load(preview);
    expect(job).toMatchObject({ state: 'done', result: { row_count: 2, rejected_count: 0 } });
    expect(await uploads.columns(job.result?.dataset_id ?? 0)).toEqual({ Datum: 'DATE', Wert: 'BIGINT' });
  });
});
