import type { UploadPreview } from '@powerset/contract';
import { expect, it } from 'vitest';
import { changeColumn, findProblems, toDraft, toUploadBody } from './upload-draft.ts';

const preview: UploadPreview = {
  upload_id: 'u1',
  file_name: 'a.csv',
  format: 'csv',
  size: 10,
  table_name: 'a',
  columns: [
    { name: 'id', detected_type: 'BIGINT' },
    { name: 'name', detected_type: 'VARCHAR' },
  ],
  rows: { columns: [], rowCount: 0 },
  rejected: [],
  rejected_count: 0,
  row_estimate: null,
  encoding: 'utf-8',
  delimiter: ',',
  has_header: true,
  date_format: null,
  sheets: [],
};

it('sends the names and types that a person chose, without the columns left out', () => {
  const draft = changeColumn(
    changeColumn(toDraft(preview, 'main'), 'id', { type: 'VARCHAR', name: ' code ' }),
    'name',
    {
      isIncluded: false,
    },
  );
  expect(toUploadBody(preview, draft, { delimiter: ';' })).toEqual({
    delimiter: ';',
    upload_id: 'u1',
    table_name: 'a',
    schema: 'main',
    already_exists: 'fail',
    columns: [{ source: 'id', name: 'code', type: 'VARCHAR' }],
  });
});

it('keeps what was typed when the file is read in another way', () => {
  const typed = changeColumn({ ...toDraft(preview, 'main'), tableName: 'mine' }, 'id', { name: 'key' });
  const again = toDraft({ ...preview, columns: [{ name: 'id', detected_type: 'BIGINT' }] }, 'main', typed);
  expect(again).toMatchObject({ tableName: 'mine', columns: [{ source: 'id', name: 'key' }] });
});

it('names what keeps a file from being loaded', () => {
  const draft = toDraft(preview, 'main');
  expect(findProblems(draft)).toEqual({ tableName: null, columns: null });
  expect(findProblems({ ...draft, tableName: ' ' }).tableName).toBe('This is a required field');
  expect(findProblems(changeColumn(draft, 'id', { name: 'NAME' })).columns).toContain('same name');
  expect(findProblems(changeColumn(draft, 'id', { name: '' })).columns).toContain('needs a name');
  const none = { ...draft, columns: draft.columns.map((column) => ({ ...column, isIncluded: false })) };
  expect(findProblems(none).columns).toContain('at least one');
});
