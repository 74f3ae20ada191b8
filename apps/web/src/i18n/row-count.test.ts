import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTranslator } from './language.ts';
import { rowCountText } from './row-count.ts';

beforeAll(() => startTranslator('en'));
afterAll(() => changeLanguage('en'));

describe('a number of rows', () => {
  it('is one row or several, in the language in force, written as it is shown', async () => {
    expect([rowCountText(0), rowCountText(1, '1'), rowCountText(1200, '1.2k')]).toEqual([
      '0 rows',
      '1 row',
      '1.2k rows',
    ]);
    await changeLanguage('de');
    expect([rowCountText(1), rowCountText(2)]).toEqual(['1 Zeile', '2 Zeilen']);
  });
});
