import type { LanguageCode } from '@powerset/contract';
import type { MenuAction } from '@powerset/ui';
import { changeLanguage, LANGUAGE_STORAGE_KEY, languages, useLanguage } from '../i18n/index.ts';

/** The languages as entries of a menu; the one in force is marked, and this browser remembers what is chosen. */
export function useLanguageItems(): readonly MenuAction[] {
  const language = useLanguage();
  const choose = (code: LanguageCode) => {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, code);
    void changeLanguage(code);
  };
  return languages.map((entry) => ({
    key: entry.code,
    label: entry.name,
    isChecked: entry.code === language,
    onSelect: () => choose(entry.code),
  }));
}
