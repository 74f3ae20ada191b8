import { describe, expect, it } from 'vitest';
import { chartTexts } from '../../tools/chart-texts.ts';
// The tool is plain JavaScript so that it runs without a build.
import { collectTexts, textsOf } from '../../tools/extract-texts.mjs';
import german from './de.json';
import english from './en.json';

const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}|%s/g)].map(([gap]) => gap).sort();

describe('the translation catalogue', () => {
  it('holds every text that the interface asks for', () => {
    const missing = [...collectTexts(), ...chartTexts()].filter((text: string) => !(text in english));
    expect(missing, 'run `node apps/web/tools/extract-texts.mjs`').toEqual([]);
  });

  it('finds texts in every kind of quotes and leaves other functions alone', () => {
    const source = `t('One'); t("It's two"); const x = format('three'); useT(); t(\n  'Four {{n}}', { n })`;
    expect(textsOf(source)).toEqual(['One', "It's two", 'Four {{n}}']);
  });

  it('finds texts that are marked in tables, and each of those between which a call chooses', () => {
    const source = `const names = { a: msg('Five') }; t(isSix ? 'Six' : 'Seven', { n: 'no' }); t(given ?? 'Eight'); t(names.a)`;
    expect(textsOf(source)).toEqual(['Five', 'Six', 'Seven', 'Eight']);
  });

  it('holds the texts of tables and of the charts: time ranges, kinds of filters, controls and their choices', () => {
    const shown = ['Last week', 'Numerical range', "Don't refresh", 'Pie Chart', 'Rose Type', 'Category and Value'];
    expect(shown.filter((text) => !(text in english))).toEqual([]);
  });

  it('has every text in German, with the same gaps', () => {
    expect(Object.keys(english).filter((text) => !(text in german))).toEqual([]);
    for (const [text, translated] of Object.entries(german)) expect(gaps(translated), text).toEqual(gaps(text));
  });

  it('calls a dataset by one word in German', () => {
    const ofFields = /\{\{.*?\}\}|dataset_id/g;
    expect(Object.values(german).filter((text) => /dataset/i.test(text.replace(ofFields, '')))).toEqual([]);
  });

  it('translates nothing that no longer exists', () => {
    // A word that is two in German has its second one under the text and the context in which it is asked for.
    const textOf = (key: string) => key.replace(/_(text|part|key)$/, '');
    expect(Object.keys(german).filter((key) => !(textOf(key) in english))).toEqual([]);
  });
});
