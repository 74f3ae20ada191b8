/**
 * JSON FROM OUTSIDE. In: a text that somebody sent or saved. Out: its value, or an error that says what is too much in it,
 * found by one look at each character, before the parser walks down.
 */
export { findTooMuch, parseJson } from './json.ts';
