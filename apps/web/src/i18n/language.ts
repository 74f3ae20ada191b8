import { addFormatLocale, type FormatLocale, withDecimalSign } from '@powerset/chart-kit';
import { directionOf, findLanguage, type LanguageCode } from '@powerset/contract';
import { createInstance, type i18n } from 'i18next';

export const LANGUAGE_STORAGE_KEY = 'powerset.language';

/** Languages on offer, by their own names. */
export const languages: readonly { readonly code: LanguageCode; readonly name: string }[] = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
  { code: 'es', name: 'Español' },
  { code: 'fr', name: 'Français' },
  { code: 'pt', name: 'Português (Brasil)' },
  { code: 'ja', name: '日本語' },
  { code: 'zh', name: '简体中文' },
  { code: 'ar', name: 'العربية' },
];

type Catalogue = Readonly<Record<string, string>>;

interface Language {
  readonly texts: Catalogue;
  readonly formats: FormatLocale;
  /** Of the letters that the interface's own font has not; it comes with the catalogue. */
  readonly fontFamily?: string;
}

type Loaders<Loaded> = Readonly<Record<Exclude<LanguageCode, 'en'>, () => Promise<Loaded>>>;

/** What languages besides English say, and how they write numbers and times; English needs none because the keys are the texts. */
const loaders: Loaders<{ readonly language: Language }> = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  pt: () => import('./pt.ts'),
  ja: () => import('./ja.ts'),
  zh: () => import('./zh.ts'),
  ar: () => import('./ar.ts'),
};

/** What the server says, besides in English, which it speaks. */
const serverCatalogues: Loaders<{ readonly default: Catalogue }> = {
  de: () => import('@powerset/contract/server-words/de.json'),
  es: () => import('@powerset/contract/server-words/es.json'),
  fr: () => import('@powerset/contract/server-words/fr.json'),
  pt: () => import('@powerset/contract/server-words/pt.json'),
  ja: () => import('@powerset/contract/server-words/ja.json'),
  zh: () => import('@powerset/contract/server-words/zh.json'),
  ar: () => import('@powerset/contract/server-words/ar.json'),
};

/** The one translator. Keys hold dots and colons, so neither separates anything. */
export const translator: i18n = createInstance();

export const parseLanguage = (tag: string | null | undefined): LanguageCode => findLanguage(tag) ?? 'en';

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
    await fetchLetters(language);
  }
  await translator.changeLanguage(code);
  if (typeof document === 'undefined') return;
  document.documentElement.lang = code;
  document.documentElement.dir = directionOf(code);
  // Not on the way of the page, and there before most can fail.
  setTimeout(() => void loadServerTexts().catch(() => undefined), serverTextsMs);
}

/** Canvases draw with what is there: what stands at axes comes before the page, unless that takes long. */
async function fetchLetters({ formats: { times, dates }, fontFamily }: Language): Promise<void> {
  if (!fontFamily || typeof document === 'undefined') return;
  const letters = [...times.shortMonths, ...times.shortDays, ...Object.values(dates ?? {})].join('');
  const loading = document.fonts.load(`12px "${fontFamily}"`, letters).catch(() => undefined);
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, lettersMs))]);
}

const lettersMs = 300;
const serverTextsMs = 3000;
const serverWords = new Map<string, (text: string) => string>();

/** Loads what the server says in the language in force; whoever shows its words at once waits for it. */
export async function loadServerTexts(): Promise<void> {
  const code = parseLanguage(translator.language);
  if (code === 'en' || serverWords.has(code)) return;
  const [{ createServerWords }, { default: catalogue }] = await Promise.all([
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

/**
 * The text in the language in force; `{{name}}` gaps are filled from the values. A word that is two words elsewhere is
 * asked for with a `context` (`Line` of a `text`), under which catalogues may have it. For code outside of components.
 */
export function t(text: string, values?: Values): string {
  const language = translator.language ?? 'en';
  const of = (key: string) => texts.get(language)?.get(key) ?? lookUp(key, language);
  if (!values) return of(text);
  const key = `${text}_${values.context}`;
  const special = values.context === undefined ? key : of(key);
  return fillGaps(special === key ? of(text) : special, values);
}

function lookUp(text: string, language: string): string {
  // Not by `translator.t`, whose plurals no text here has: a page that opens asks for a hundred texts.
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
