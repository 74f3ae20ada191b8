/**
 * KV. Texts kept for sharing, such as a query of the SQL editor, under keys that cannot be guessed.
 */
export { keepSharedText, registerKv } from './routes.ts';
