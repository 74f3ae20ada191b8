import { chartDefinitions } from '@powerset/charts/definitions';
import { afterAll, describe, expect, it } from 'vitest';
import { changeLanguage, startTranslator, t } from '../i18n/language.ts';
import { chartTypeName } from './chart-types.ts';

afterAll(() => changeLanguage('en'));

describe('the names of chart types in lists', () => {
  it.each(chartDefinitions.map(({ key, name }) => [key, name]))('%s is called as where it is made: %s', (key, name) => {
    expect(chartTypeName(key, (text) => text)).toBe(name);
  });

  it('are said in the reader’s language, and a type that is not known by its key in words', async () => {
    await startTranslator('en');
    await changeLanguage('de');
    expect(['pie', 'word_cloud', 'deck_arc_v2'].map((key) => chartTypeName(key, t))).toEqual([
      'Kreisdiagramm',
      'Wortwolke',
      'Deck arc',
    ]);
  });
});
