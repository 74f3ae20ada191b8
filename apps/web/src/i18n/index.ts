/**
 * Words. Keys are the English text; `t('Save')` gives it in the language in force.
 * `en.json` is the catalogue of every key (written by tools/extract-texts.mjs), each other file one language, loaded when chosen.
 */
export * from './any-values.ts';
export * from './file-language.ts';
export * from './grain-names.ts';
export * from './language.ts';
export * from './msg.ts';
export * from './numbers.ts';
export * from './row-count.ts';
export * from './schedule-errors.ts';
export * from './use-t.ts';
export * from './use-whole.ts';
export * from './when.ts';
