import {
  addFormatLocale,
  arabicFormats,
  chineseFormats,
  type FormatLocale,
  frenchFormats,
  germanFormats,
  japaneseFormats,
  portugueseFormats,
  spanishFormats,
} from '@powerset/chart-kit';
import { directionOf, type LanguageCode } from '@powerset/contract';
import { startTranslator, translator } from './language.ts';

const formats = (): Readonly<Record<Exclude<LanguageCode, 'en'>, FormatLocale>> => ({
  ar: arabicFormats,
  de: germanFormats,
  es: spanishFormats,
  fr: frenchFormats,
  ja: japaneseFormats,
  pt: portugueseFormats,
  zh: chineseFormats,
});

/** Starts the translator of a page that was opened as a file, with the words that lie in it. */
export async function startFileTranslator(code: LanguageCode, texts: Readonly<Record<string, string>>): Promise<void> {
  await startTranslator('en');
  if (code === 'en') return;
  translator.addResourceBundle(code, 'translation', texts);
  addFormatLocale(code, formats()[code]);
  await translator.changeLanguage(code);
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
}
