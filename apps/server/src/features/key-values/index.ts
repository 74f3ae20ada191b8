/**
 * KV. Texts kept for sharing, such as a query of the SQL editor, under keys that cannot be guessed.
 */
export { keepSharedText, registerKeyValues } from './routes.ts';
