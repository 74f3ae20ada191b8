/**
 * API KEYS. Keys with which programs call as a person. In: a name, what it may and until when. Out: the key once; who has which, when
 * it was used last; an end to it.
 */
export { registerApiKeys } from './routes.ts';
