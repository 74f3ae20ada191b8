import type { LanguageCode } from '@powerset/contract';
import { useSyncExternalStore } from 'react';
import { parseLanguage, t, translator } from './language.ts';

function subscribe(onChange: () => void): () => void {
  translator.on('languageChanged', onChange);
  return () => translator.off('languageChanged', onChange);
}

const translators = new Map<string, typeof t>();

/** One function per language, so that what is remembered by it is made anew when the language changes. */
function translatorOf(language: string): typeof t {
  const known = translators.get(language);
  if (known) return known;
  const made: typeof t = (text, values) => t(text, values);
  translators.set(language, made);
  return made;
}

const readLanguage = () => translator.language ?? 'en';

/** The translating function, and a new rendering when the language changes. */
export function useT(): typeof t {
  return translatorOf(useSyncExternalStore(subscribe, readLanguage, readLanguage));
}

export function useLanguage(): LanguageCode {
  return parseLanguage(useSyncExternalStore(subscribe, readLanguage, readLanguage));
}
