import { addFormatLocale, type FormatLocale, withDecimalSign } from '@powerset/chart-kit';
import { createInstance, type i18n } from 'i18next';

export const LANGUAGE_STORAGE_KEY = 'powerset.language';

/** Languages on offer, by their own names. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const;
export type LanguageCode = (typeof languages)[number]['code'];

type Catalogue = Readonly<Record<string, string>>;

interface Language {
  readonly texts: Catalogue;
  readonly formats: FormatLocale;
}

/** What languages besides English say, and how they write numbers and times; English needs none because the keys are the texts. */
const loaders: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<{ readonly language: Language }>>> = {
  de: () => import('./de.ts'),
};

/** What the server says, besides in English, which it speaks. */
const serverCatalogues: Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Catalogue>>> = {
  de: async () => (await import('@powerset/contract/server-words/german')).germanServerWords,
};

/** The one translator. Keys hold dots and colons, so neither separates anything. */
export const translator: i18n = createInstance();

export function parseLanguage(text: string | null | undefined): LanguageCode {
  const code = text?.slice(0, 2).toLowerCase();
  return languages.find((language) => language.code === code)?.code ?? 'en';
}

/** Starts the translator in a language; resolves when its catalogue is there. */
export async function startTranslator(code: LanguageCode): Promise<void> {
  await translator.init({
    lng: 'en',
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
    interpolation: { escapeValue: false },
    resources: { en: { translation: {} } },
    initAsync: false,
  });
  await changeLanguage(code);
}

/** Loads a language's catalogue and puts it in force. */
export async function changeLanguage(code: LanguageCode): Promise<void> {
  if (code !== 'en' && !translator.hasResourceBundle(code, 'translation')) {
    const { language } = await loaders[code]();
    translator.addResourceBundle(code, 'translation', language.texts);
    addFormatLocale(code, language.formats);
  }
  await translator.changeLanguage(code);
  if (typeof document === 'undefined') return;
  document.documentElement.lang = code;
  // Not on the way of the page, and there before most can fail.
  setTimeout(() => void loadServerTexts().catch(() => undefined), serverTextsMs);
}

const serverTextsMs = 3000;
const serverWords = new Map<string, (text: string) => string>();

/** Loads what the server says in the language in force; whoever shows its words at once waits for it. */
export async function loadServerTexts(): Promise<void> {
  const code = parseLanguage(translator.language);
  if (code === 'en' || serverWords.has(code)) return;
  const [{ createServerWords }, catalogue] = await Promise.all([
    import('@powerset/contract/server-words'),
    serverCatalogues[code](),
  ]);
  serverWords.set(code, createServerWords(catalogue));
}

/** A sentence of the server in the language in force; words of engines, and what nobody has translated, stay. */
export function serverText(text: string): string {
  const language = translator.language ?? 'en';
  const say = serverWords.get(language);
  if (!say) return text;
  const own = t(text);
  return own === text ? say(text) : own;
}

type Values = Readonly<Record<string, string | number>>;

/** A number that is written with a point, with the decimal sign of the language in force. */
export const formatDecimal = (text: string): string => withDecimalSign(text, translator.language);

/** Looking a text up takes the translator as long as drawing a button, and there are hundreds of buttons. */
const texts = new Map<string, Map<string, string>>();
const mostTexts = 10_000;

/** The text in the language in force; `{{name}}` gaps are filled from the values. For code outside of components. */
export function t(text: string, values?: Values): string {
  const language = translator.language ?? 'en';
  const known = texts.get(language)?.get(text) ?? lookUp(text, language);
  return values ? fillGaps(known, values) : known;
}

function lookUp(text: string, language: string): string {
  // Not by `translator.t`, whose plurals and contexts no text here has: a page that opens asks for a hundred texts.
  const found: unknown = translator.isInitialized
    ? translator.getResource(language, 'translation', text, { keySeparator: false })
    : text;
  const known = texts.get(language) ?? new Map<string, string>();
  // Names of columns are looked up as well, in case that they are words.
  if (known.size >= mostTexts) known.clear();
  const said = typeof found === 'string' ? found : text;
  texts.set(language, known.set(text, said));
  return said;
}

/** A hundred gaps are filled while a dashboard is opened: what the translator takes for that is seen. */
function fillGaps(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_gap, name: string) => String(values[name] ?? ''));
}
