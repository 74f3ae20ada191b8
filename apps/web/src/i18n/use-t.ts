import { useSyncExternalStore } from 'react';
import { type LanguageCode, parseLanguage, t, translator } from './language.ts';

function subscribe(onChange: () => void): () => void {
  translator.on('languageChanged', onChange);
  return () => translator.off('languageChanged', onChange);
}

/** The translating function, and a new rendering when the language changes. */
export function useT(): typeof t {
  useSyncExternalStore(subscribe, () => translator.language);
  return t;
}

export function useLanguage(): LanguageCode {
  return parseLanguage(useSyncExternalStore(subscribe, () => translator.language));
}
