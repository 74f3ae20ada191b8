/** The languages of the interface, of pictures and of mails, by their codes. English is what the keys of all catalogues say. */
export const languageCodes = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh', 'ar'] as const;
export type LanguageCode = (typeof languageCodes)[number];

/** The language of a tag such as `de-AT` or `pt_BR`; null where there is none, and for languages that are not among them. */
export function findLanguage(tag: string | null | undefined): LanguageCode | null {
  const code = /^[a-z]+/i.exec(tag?.trim() ?? '')?.[0].toLowerCase();
  return languageCodes.find((language) => language === code) ?? null;
}

/** How a page in this language is written, as the attribute `dir` has it. */
export const directionOf = (code: string): 'ltr' | 'rtl' => (findLanguage(code) === 'ar' ? 'rtl' : 'ltr');
