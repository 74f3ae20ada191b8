import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { type UploadHand, uploadHand } from './uploads-fixture.ts';

let started: InProcessApp;
let hand: UploadHand;

beforeAll(async () => {
  started = await startInProcess();
  hand = await uploadHand(started.admin);
});
afterAll(() => started.stop());

const csv = 'code;day;amount;note\n7;2024-01-31;1;x\n8;2024-02-01;2;y\n';
const fields = { type: 'csv', table_name: 'reference', schema: 'main', delimiter: ';', already_exists: 'replace' };

describe("a script that fills in the reference's form", () => {
  it('gets the columns and types that it asks for', async () => {
    const answer = await hand.send('r.csv', csv, {
      ...fields,
      header_row: '0',
      columns_read: 'code, day,amount',
      column_dates: 'day',
      column_data_types: '{"code":"string","amount":"float64"}',
    });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.json).toMatchObject({ message: 'OK', result: { row_count: 2, schema: 'main' } });
    expect(await hand.columns(answer.json.result.dataset_id)).toEqual({
      code: 'VARCHAR',
      day: 'DATE',
      amount: 'DOUBLE',
    });
  });

  it.each([
    ['type', { type: 'table' }, 400, 'csv, excel, columnar'],
    ['type', { type: 'excel' }, 422, 'of the kind csv'],
    ['header_row', { header_row: '3' }, 422, 'Must be 0'],
    ['skip_rows', { skip_rows: '2' }, 422, 'cannot be used'],
    ['decimal_character', { decimal_character: ',' }, 422, 'cannot be used'],
    ['columns_read', { columns_read: 'nothing' }, 422, 'no column nothing'],
    ['column_data_types', { column_data_types: '{"code":"money"}' }, 422, 'money is not a type'],
    ['column_data_types', { column_data_types: 'code' }, 400, 'Must be JSON'],
    ['already_exists', { already_exists: 'perhaps' }, 400, ''],
    ['table_name', { table_name: '' }, 400, 'Missing data'],
  ])('is told when %s cannot be done: %o', async (field, change, status, words) => {
    const answer = await hand.send('r.csv', csv, { ...fields, ...change });
    expect(answer.status, answer.text).toBe(status);
    expect(answer.json.message[field][0]).toContain(words);
  });
});

describe('a workbook', () => {
  it('names its sheets, and the one that is chosen is loaded', async () => {
    const sheet = (text: string) => [[{ value: 'town' }], [{ value: text }]];
    const book = await writeWorkbook([
      { data: sheet('Oslo'), sheet: 'North' },
      { data: sheet('Rome'), sheet: 'South' },
    ] as never).toBuffer();
    const preview = await hand.preview('towns.xlsx', book);
    expect(preview).toMatchObject({ format: 'xlsx', sheets: ['North', 'South'] });
    const path = `${hand.base}/upload_metadata/${preview.upload_id}`;
    const south = await started.admin.post(path, { sheet: 'South' });
    expect(south.json.result.rows.columns[0].values).toEqual(['Rome']);
    expect((await started.admin.post(path, { sheet: 'West' })).json.message).toContain('North, South');
    const answer = await hand.send('towns.xlsx', book, { table_name: 'south', type: 'excel', sheet_name: 'South' });
    expect(answer.json).toMatchObject({ result: { row_count: 1 } });
  });
});
