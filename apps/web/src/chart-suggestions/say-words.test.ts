import { defaultTranslate } from '@powerset/chart-kit';
import { expect, it } from 'vitest';
import { type Summary, sayWords } from './say-words.ts';

const place = (at: number) => `\uE000${at}\uE001`;
const german: Readonly<Record<string, string>> = {
  '{{name}}: {{value}}.': '{{name}} ist {{value}}.',
  'than {{period}}': 'als {{period}}',
  'last year': 'im Vorjahr',
};
const translate = (text: string, values = {}) => defaultTranslate(german[text] ?? text, values);

it("says each sentence of a picture in the reader's language, and the words within them", () => {
  const words: Summary['words'] = [
    { text: '{{name}}: {{value}}.', values: { name: 'Umsatz', value: `5 ${place(1)}` } },
    { text: 'than {{period}}', values: { period: place(2) } },
    { text: 'last year', values: {} },
  ];
  expect(sayWords({ text: `${place(0)} ${place(2)}`, words }, translate)).toBe(
    'Umsatz ist 5 als im Vorjahr. im Vorjahr',
  );
});

it('ends where words lead to each other or to nothing', () => {
  const words = [{ text: 'a {{other}}', values: { other: place(0) } }];
  expect(sayWords({ text: `${place(0)}${place(7)}`, words }, translate)).toBe('a ');
});
