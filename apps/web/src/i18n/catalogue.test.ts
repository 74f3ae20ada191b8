import { describe, expect, it } from 'vitest';
import { chartTexts } from '../../tools/chart-texts.ts';
// The tool is plain JavaScript so that it runs without a build.
import { catalogueCodes, collectTexts, textOfKey, textsOf } from '../../tools/extract-texts.mjs';
import german from './de.json';
import english from './en.json';
import { languages } from './language.ts';

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

  it('calls a dataset by one word in German', () => {
    const ofFields = /\{\{.*?\}\}|dataset_id/g;
    expect(Object.values(german).filter((text) => /dataset/i.test(text.replace(ofFields, '')))).toEqual([]);
  });
});

const ownLetters: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
};

describe.each(catalogueCodes)('the catalogue of %s', (code) => {
  const load = async (): Promise<Readonly<Record<string, string>>> => (await import(`./${code}.json`)).default;

  it('has every text, with the same gaps', async () => {
    const texts = await load();
    expect(Object.keys(english).filter((text) => !(text in texts))).toEqual([]);
    for (const [text, translated] of Object.entries(texts)) expect(gaps(translated), text).toEqual(gaps(text));
  });

  it('translates nothing that no longer exists', async () => {
    expect(Object.keys(await load()).filter((key) => !(textOfKey(key) in english))).toEqual([]);
  });

  it('says whole sentences in its own words and letters', async () => {
    const wordsOf = (text: string) => text.replace(/\{\{\w+\}\}/g, '').match(/[A-Za-z]{2,}/g) ?? [];
    const sentences = Object.entries(await load()).filter(([text]) => text.endsWith('.') && wordsOf(text).length > 2);
    expect(sentences.length).toBeGreaterThan(800);
    const letters = ownLetters[code] ?? /./;
    expect(sentences.filter(([text, own]) => own === text || !letters.test(own))).toEqual([]);
  });
});

it('each catalogue is on offer in the menu of languages', () => {
  expect(languages.map(({ code }) => code).sort()).toEqual(['en', ...catalogueCodes].sort());
});
