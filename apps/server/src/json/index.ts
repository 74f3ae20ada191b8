/**
 * JSON TEXTS. From outside: a text that somebody sent or saved; out comes its value, or an error that says what is too much in it,
 * found by one look at each character, before the parser walks down; a long one that a server answers is parsed in portions while
 * it comes. To outside: the beginning of an object whose last field is written by hand, and long answers a handful at a time.
 */
export { hasLongPart, writeInTurns } from './in-turns.ts';
export { findTooMuch, parseJson } from './json.ts';
export { type JsonReading, readJson, TooManyValues } from './json-stream.ts';
export { nextField, openObject } from './open-object.ts';
export { somePart } from './some-part.ts';
