import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { createUploadClient, type UploadClient } from './uploads-fixture.ts';

let started: InProcessApp;
let uploads: UploadClient;

beforeAll(async () => {
  started = await startInProcess();
  uploads = await createUploadClient(started.admin);
});
afterAll(() => started.stop());

const csv = 'code;day;amount;note\n7;2024-01-31;1;x\n8;2024-02-01;2;y\n';
const fields = { type: 'csv', table_name: 'reference', schema: 'main', delimiter: ';', already_exists: 'replace' };

describe("a script that fills in the reference's form", () => {
  it('gets the columns and types that it asks for', async () => {
    const answer = await uploads.send('r.csv', csv, {
      ...fields,
      header_row: '0',
      columns_read: 'code, day,amount',
      column_dates: 'day',
      column_data_types: '{"code":"string","amount":"float64"}',
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toMatchObject({ message: 'OK', result: { row_count: 2, schema: 'main' } });
    expect(await uploads.columns(answer.json.result.dataset_id)).toEqual({
      code: 'VARCHAR',
      day: 'DATE',
      amount: 'DOUBLE',
    });
  });

  it.each([
    ['type', { type: 'table' }, 400, 'csv, excel, columnar'],
    ['type', { type: 'excel' }, 422, 'of the kind csv'],
    ['header_row', { header_row: '3' }, 422, 'Must be 0'],
    ['skip_rows', { skip_rows: 'two' }, 400, 'whole number'],
    ['rows_to_read', { rows_to_read: '2' }, 422, 'cannot be used'],
    ['decimal_character', { decimal_character: ';' }, 400, 'Must be'],
    ['null_values', { null_values: '["N/A"' }, 400, 'Must be JSON'],
    ['columns_read', { columns_read: 'nothing' }, 422, 'no column nothing'],
    ['column_data_types', { column_data_types: '{"code":"money"}' }, 422, 'money is not a type'],
    ['column_data_types', { column_data_types: 'code' }, 400, 'Must be JSON'],
    ['already_exists', { already_exists: 'perhaps' }, 400, ''],
    ['table_name', { table_name: '' }, 400, 'Missing data'],
  ])('is told when %s cannot be done: %o', async (field, change, status, words) => {
    const answer = await uploads.send('r.csv', csv, { ...fields, ...change });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json.message[field][0]).toContain(words);
  });
});

describe('a file that is only looked at', () => {
  const look = (
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
    change: Record<string, string>,
    client = started.admin,
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(change)) form.append(field, value);
    if (name) form.append('file', new Blob([content]), name);
    return client.send('POST', '/api/v1/database/upload_metadata/', { form });
  };

  it('tells its columns, and those of each sheet', async () => {
    const answer = await look('r.csv', csv, { type: 'csv', delimiter: ';', header_row: '0' });
    expect([answer.status, answer.json], answer.text).toEqual([
      200,
      { result: { items: [{ sheet_name: null, column_names: ['code', 'day', 'amount', 'note'] }] } },
    ]);
    const rows = (...names: readonly string[]) => [
      names.map((value) => ({ value })),
      names.map((value) => ({ value })),
    ];
    const book = await writeWorkbook([
      { sheet: 'Places', data: rows('town', 'share') },
      { sheet: 'Times', data: rows('year') },
    ]).toBuffer();
    const sheets = await look('r.xlsx', new Uint8Array(book), { type: 'excel' });
    expect(sheets.json.result?.items, sheets.text).toEqual([
      { sheet_name: 'Places', column_names: ['town', 'share'] },
      { sheet_name: 'Times', column_names: ['year'] },
    ]);
  });

  it('is refused by its field, and to those who may upload nothing', async () => {
    expect((await look('', '', { type: 'csv' })).json.message).toHaveProperty('file');
    const wrong = await look('r.csv', csv, { type: 'excel' });
    expect([wrong.status, wrong.json.message.type[0]]).toEqual([422, expect.stringContaining('of the kind csv')]);
    const gamma = await started.signInAs('looker', ['Gamma']);
    expect((await look('r.csv', csv, { type: 'csv' }, gamma)).status).toBe(403);
    const anonymous = await fetch(`${started.url}/api/v1/database/upload_metadata/`, { method: 'POST' });
    expect(anonymous.status).toBe(401);
  });
});

describe('numbers and gaps', () => {
  const german = 'town;share;year\nUlm;1.234,50;2006\nBonn;99,9;N/A\nJena;N/A;2008\n';

  it.each(['["", "N/A"]', 'N/A, NULL'])('are read as the form says them: %s', async (nullValues) => {
    const answer = await uploads.send('german.csv', german, {
      table_name: 'german',
      already_exists: 'replace',
      decimal_character: ',',
      null_values: nullValues,
    });
    expect(answer.json, answer.text).toMatchObject({ result: { row_count: 3, rejected_count: 0 } });
    expect(await uploads.columns(answer.json.result.dataset_id)).toEqual({
      town: 'VARCHAR',
      share: 'DOUBLE',
      year: 'BIGINT',
    });
  });
});

describe('lines above the table', () => {
  const titled = 'Sales of the year\n\n"made by, hand"\ntown,share\nUlm,1\nBonn,x\nJena,3\n';

  it('are left out when the form says how many, and lines keep their numbers in the file', async () => {
    const fields = { table_name: 'titled', already_exists: 'replace', column_data_types: '{"share":"int64"}' };
    const answer = await uploads.send('titled.csv', titled, { ...fields, skip_rows: '3' });
    expect(answer.json, answer.text).toMatchObject({
      result: { row_count: 2, rejected_count: 1, rejected: [{ line: 6, column: 'share' }] },
    });
    expect(await uploads.columns(answer.json.result.dataset_id)).toEqual({ town: 'VARCHAR', share: 'BIGINT' });
    const beyond = await uploads.send('titled.csv', titled, { ...fields, skip_rows: '99' });
    expect([beyond.status, beyond.json.message]).toEqual([422, expect.stringContaining('Skip fewer')]);
  });

  it('of a sheet are left out too', async () => {
    const book = await writeWorkbook([
      [{ value: 'Sales of the year' }],
      [{ value: 'town' }, { value: 'share' }],
      [{ value: 'Ulm' }, { value: 1, type: Number }],
    ] as never).toBuffer();
    const preview = await uploads.preview('titled.xlsx', book);
    const path = `${uploads.base}/upload_metadata/${preview.upload_id}`;
    const again = (await started.admin.post(path, { skip_rows: 1 })).json.result;
    expect(again.columns).toEqual([
      { name: 'town', detected_type: 'VARCHAR' },
      { name: 'share', detected_type: 'BIGINT' },
    ]);
  });
});

describe('a preview', () => {
  const games = 'name,year,publisher\nWii Sports,2006,Nintendo\nMadden,N/A,EA\nTetris,1989,N/A\n';

  it('names the words that keep columns from being numbers, and reads them as NULL when it is told to', async () => {
    const preview = await uploads.preview('games.csv', games);
    expect(preview).toMatchObject({ missing_words: ['N/A'], columns: [{}, { detected_type: 'VARCHAR' }, {}] });
    const path = `${uploads.base}/upload_metadata/${preview.upload_id}`;
    const again = (await started.admin.post(path, { null_values: preview.missing_words })).json.result;
    expect(again).toMatchObject({
      missing_words: [],
      rejected_count: 0,
      columns: [{}, { detected_type: 'BIGINT' }, {}],
    });
    const job = await uploads.load(again, { null_values: ['N/A'] });
    expect(job.result).toMatchObject({ row_count: 3, rejected_count: 0 });
  });

  it('leaves words alone in columns that are text without them too', async () => {
    const preview = await uploads.preview('lands.csv', 'land,people\nNA,2.6\nDE,83.2\n');
    expect(preview.missing_words).toEqual([]);
  });

  it('shows the rows and the rejected lines of the types that were chosen', async () => {
    const preview = await uploads.preview('games.csv', games);
    const path = `${uploads.base}/upload_metadata/${preview.upload_id}`;
    const chosen = (await started.admin.post(path, { column_types: { year: 'BIGINT' } })).json.result;
    expect(chosen).toMatchObject({
      columns: [{}, { detected_type: 'VARCHAR' }, {}],
      rows: { rowCount: 2 },
      rejected_count: 1,
      rejected: [{ line: 3, column: 'year', message: '"N/A" is not a BIGINT' }],
    });
    const refused = await started.admin.post(path, { column_types: { year: 'MONEY' } });
    expect([refused.status, refused.json.message.columns[0]]).toEqual([
      422,
      expect.stringContaining('year cannot be a MONEY'),
    ]);
  });

  it('shows numbers as the times that they would be loaded as', async () => {
    const preview = await uploads.preview('epochs.csv', 'at,value\n0,1\n1700000000,2\n');
    const path = `${uploads.base}/upload_metadata/${preview.upload_id}`;
    const chosen = (await started.admin.post(path, { column_types: { at: 'TIMESTAMP' } })).json.result;
    expect(chosen).toMatchObject({ rejected_count: 0, columns: [{ detected_type: 'BIGINT' }, {}] });
    expect(chosen.rows.columns[0].values).toEqual(['1970-01-01 00:00:00', '2023-11-14 22:13:20']);
  });
});

describe('a workbook', () => {
  it('names its sheets, and the one that is chosen is loaded', async () => {
    const sheet = (text: string) => [[{ value: 'town' }], [{ value: text }]];
    const book = await writeWorkbook([
      { data: sheet('Oslo'), sheet: 'North' },
      { data: sheet('Rome'), sheet: 'South' },
    ] as never).toBuffer();
    const preview = await uploads.preview('towns.xlsx', book);
    expect(preview).toMatchObject({ format: 'xlsx', sheets: ['North', 'South'] });
    const path = `${uploads.base}/upload_metadata/${preview.upload_id}`;
    const south = await started.admin.post(path, { sheet: 'South' });
    expect(south.json.result.rows.columns[0].values).toEqual(['Rome']);
    expect((await started.admin.post(path, { sheet: 'West' })).json.message).toContain('North, South');
    const answer = await uploads.send('towns.xlsx', book, { table_name: 'south', type: 'excel', sheet_name: 'South' });
    expect(answer.json).toMatchObject({ result: { row_count: 1 } });
  });
});
