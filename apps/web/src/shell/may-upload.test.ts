import type { Bootstrap } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { hasPlaceForFiles, mayUpload } from './may-upload.ts';

describe('uploading', () => {
  const session = (conf: Bootstrap['conf'], ...pairs: readonly string[]) => ({
    can: (permission: string, view: string) => pairs.includes(`${permission} ${view}`),
    bootstrap: { conf } as Bootstrap,
  });
  const onePlace = { TAKES_FILES: 1 };

  it.each(['CsvToDatabaseView', 'ExcelToDatabaseView', 'ColumnarToDatabaseView'])(
    'is offered by the right to %s, with the right to upload at all [DBC-008]',
    (view) => {
      expect(mayUpload(session(onePlace, 'can_upload Database', `can_this_form_get ${view}`))).toBe(true);
      expect(mayUpload(session(onePlace, `can_this_form_get ${view}`))).toBe(false);
      expect(mayUpload(session(onePlace, 'can_upload Database'))).toBe(false);
      expect(mayUpload(session(onePlace, 'can_upload Database', `can_this_form_post ${view}`))).toBe(false);
    },
  );

  it('is offered to nobody where several processes have no place for files', () => {
    const everything = ['can_upload Database', 'can_this_form_get CsvToDatabaseView'];
    expect(mayUpload(session({ TAKES_FILES: 0 }, ...everything))).toBe(false);
    expect(hasPlaceForFiles(session({ TAKES_FILES: 0 }))).toBe(false);
  });
});
