import { describe, expect, it } from 'vitest';
// The tool is plain JavaScript so that it runs without a build.
import { collectTexts, textsOf } from '../../tools/extract-texts.mjs';
import german from './de.json';
import english from './en.json';

const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}|%s/g)].map(([gap]) => gap).sort();

describe('the translation catalogue', () => {
  it('holds every text that the interface asks for', () => {
    const missing = collectTexts().filter((text: string) => !(text in english));
    expect(missing, 'run `node apps/web/tools/extract-texts.mjs`').toEqual([]);
  });

  it('finds texts in every kind of quotes and leaves other functions alone', () => {
    const source = `t('One'); t("It's two"); const x = format('three'); useT(); t(\n  'Four {{n}}', { n })`;
    expect(textsOf(source)).toEqual(['One', "It's two", 'Four {{n}}']);
  });

  it('keeps every gap of a text in its German translation', () => {
    for (const [text, translated] of Object.entries(german)) expect(gaps(translated), text).toEqual(gaps(text));
  });

  it('translates nothing that no longer exists', () => {
    expect(Object.keys(german).filter((text) => !(text in english))).toEqual([]);
  });
});
