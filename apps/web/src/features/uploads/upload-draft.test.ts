import type { UploadPreview } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { typeKind } from './type-kind.ts';
import { changeColumn, findProblems, toDraft, toUploadBody } from './upload-draft.ts';

const preview: UploadPreview = {
  upload_id: 'u1',
  file_name: 'sales.csv',
  format: 'csv',
  size: 10,
  table_name: 'sales',
  columns: [
    { name: 'id', detected_type: 'BIGINT' },
    { name: 'day', detected_type: 'DATE' },
  ],
  rows: { columns: [], rowCount: 0 },
  rejected: [],
  rejected_count: 0,
  row_estimate: null,
  encoding: 'utf-8',
  delimiter: ',',
  has_header: true,
  date_format: null,
  missing_words: [],
  sheets: [],
};
const t = (text: string) => text;
const draft = toDraft(preview, 'main');

describe('what a person makes of a file', () => {
  it('begins as it was detected', () => {
    expect(toUploadBody(preview, draft, {})).toEqual({
      upload_id: 'u1',
      table_name: 'sales',
      schema: 'main',
      already_exists: 'fail',
      columns: [
        { source: 'id', name: 'id', type: 'BIGINT' },
        { source: 'day', name: 'day', type: 'DATE' },
      ],
    });
  });

  it('sends renamed and retyped columns, and none that is left out', () => {
    const renamed = changeColumn(draft, 'id', { name: ' code ', type: 'VARCHAR' });
    const changed = changeColumn(renamed, 'day', { isIncluded: false });
    expect(toUploadBody(preview, changed, { delimiter: ';' })).toMatchObject({
      delimiter: ';',
      columns: [{ source: 'id', name: 'code', type: 'VARCHAR' }],
    });
  });

  it('outlives another way of reading, except where the file now says something else', () => {
    const changed = { ...changeColumn(draft, 'id', { name: 'code' }), tableName: 'mine' };
    const again = { ...preview, columns: [preview.columns[0]!, { name: 'day', detected_type: 'VARCHAR' }] };
    expect(toDraft(again, 'main', changed)).toMatchObject({
      tableName: 'mine',
      columns: [{ name: 'code' }, { name: 'day', type: 'VARCHAR' }],
    });
  });

  it.each([
    ['no name for the table', { ...draft, tableName: ' ' }, { tableName: 'This is a required field' }],
    ['a column without a name', changeColumn(draft, 'id', { name: ' ' }), { columns: 'Every column needs a name.' }],
    [
      'a name twice, in other letters',
      changeColumn(draft, 'id', { name: 'DAY' }),
      { columns: 'Two columns have the same name. Rename one of them.' },
    ],
    [
      'no column at all',
      changeColumn(changeColumn(draft, 'id', { isIncluded: false }), 'day', { isIncluded: false }),
      { columns: 'Include at least one column.' },
    ],
  ])('is not sent with %s', (_, wrong, problem) => {
    expect(findProblems(wrong, t)).toMatchObject(problem);
    expect(findProblems(draft, t)).toEqual({ tableName: null, columns: null });
  });
});

it.each([
  ['BIGINT', 'number'],
  ['DECIMAL(18,4)', 'number'],
  ['TIMESTAMP', 'temporal'],
  ['DATE', 'temporal'],
  ['BOOLEAN', 'boolean'],
  ['INTERVAL', 'string'],
  ['VARCHAR[]', 'string'],
])('a column of type %s shows the icon of a %s', (type, kind) => {
  expect(typeKind(type)).toBe(kind);
});
