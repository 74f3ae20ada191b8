/**
 * KEY VALUES. Small documents kept under a random key: filter state, permalinks, form data of an unsaved chart.
 * In: a resource's name and a JSON value. Out: the key, and the value while it lives; reading it renews its time.
 */
export { createKeyValues, type KeyValues, type NewKeyedDocument } from './key-values.ts';
export type { KeyedDocument } from './keyed-document.ts';
