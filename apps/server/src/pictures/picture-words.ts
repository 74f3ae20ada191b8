import { addFormatLocale, defaultTranslate } from '@powerset/chart-kit';
import { findLanguage } from '@powerset/contract';
import { createServerWords } from '@powerset/contract/server-words';
import { pictureLanguages as languages } from './picture-languages.ts';

const sayers = new Map<string, (text: string) => string>();

export type Translate = typeof defaultTranslate;

/** Makes the numbers and times of the languages known to whatever formats them. */
export function addPictureLanguages(): void {
  for (const [code, { formats }] of languages) addFormatLocale(code, formats);
}

/** Says a text in the language of whoever the picture is for; what nobody has translated stays English. */
export function translatorOf(locale: string): Translate {
  const texts = languages.get(locale)?.texts;
  if (!texts) return defaultTranslate;
  // Names of columns are looked up as well, which may be called as what objects have by themselves.
  const find = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined);
  return (text, values) => {
    const special = typeof values?.context === 'string' ? find(`${text}_${values.context}`) : undefined;
    return defaultTranslate(special ?? find(text) ?? text, values);
  };
}

/** A number that is written with a point, with the decimal sign of a language. */
export const sayDecimal = (text: string, locale: string): string =>
  text.replace('.', languages.get(locale)?.formats.numbers.decimal ?? '.');

/** Says sentences of the server, such as why something failed, in a language; one in each line. Words of engines stay. */
export function sentencesOf(locale: string): (text: string) => string {
  const language = languages.get(locale);
  if (!language) return (text) => text;
  const known = sayers.get(locale);
  if (known) return known;
  const say = createServerWords({ ...language.sentences, ...language.texts });
  const sayer = (text: string) => text.split('\n').map(say).join('\n');
  sayers.set(locale, sayer);
  return sayer;
}

/** The language of a picture by the names that somebody reads, the first being the best known; English where none is spoken. */
export function pictureLanguage(names: string | null | undefined): string {
  const codes = (names ?? '').split(',', 20).map(findLanguage);
  return codes.find((code) => code !== null) ?? 'en';
}
