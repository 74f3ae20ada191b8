import texts from './de.json' with { type: 'json' };

/** What the server says, by its English sentences, which may have numbered gaps (`{{1}}`). */
export const germanServerWords: Readonly<Record<string, string>> = texts;
