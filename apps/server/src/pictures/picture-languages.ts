import {
  arabicFormats,
  chineseFormats,
  type FormatLocale,
  frenchFormats,
  germanFormats,
  japaneseFormats,
  portugueseFormats,
  spanishFormats,
} from '@powerset/chart-kit';
import type { LanguageCode } from '@powerset/contract';
import arabicWords from '@powerset/contract/server-words/ar.json' with { type: 'json' };
import germanWords from '@powerset/contract/server-words/de.json' with { type: 'json' };
import spanishWords from '@powerset/contract/server-words/es.json' with { type: 'json' };
import frenchWords from '@powerset/contract/server-words/fr.json' with { type: 'json' };
import japaneseWords from '@powerset/contract/server-words/ja.json' with { type: 'json' };
import portugueseWords from '@powerset/contract/server-words/pt.json' with { type: 'json' };
import chineseWords from '@powerset/contract/server-words/zh.json' with { type: 'json' };
import arabic from './texts-ar.json' with { type: 'json' };
import german from './texts-de.json' with { type: 'json' };
import spanish from './texts-es.json' with { type: 'json' };
import french from './texts-fr.json' with { type: 'json' };
import japanese from './texts-ja.json' with { type: 'json' };
import portuguese from './texts-pt.json' with { type: 'json' };
import chinese from './texts-zh.json' with { type: 'json' };

export interface PictureLanguage {
  readonly texts: Readonly<Record<string, string>>;
  readonly formats: FormatLocale;
  /** What the server says of what failed. */
  readonly sentences: Readonly<Record<string, string>>;
}

const byCode: Readonly<Record<Exclude<LanguageCode, 'en'>, PictureLanguage>> = {
  ar: { texts: arabic, formats: arabicFormats, sentences: arabicWords },
  de: { texts: german, formats: germanFormats, sentences: germanWords },
  es: { texts: spanish, formats: spanishFormats, sentences: spanishWords },
  fr: { texts: french, formats: frenchFormats, sentences: frenchWords },
  ja: { texts: japanese, formats: japaneseFormats, sentences: japaneseWords },
  pt: { texts: portuguese, formats: portugueseFormats, sentences: portugueseWords },
  zh: { texts: chinese, formats: chineseFormats, sentences: chineseWords },
};

/** The languages of pictures and mails besides English, whose texts are the keys. */
export const pictureLanguages: ReadonlyMap<string, PictureLanguage> = new Map(Object.entries(byCode));
