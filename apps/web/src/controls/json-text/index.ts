/**
 * JSON TEXT. A JSON object that somebody writes by hand. In: its text. Out: the object, or where the text is wrong, in words.
 */
export { lineOfKey, readObjectText } from './object-text.ts';
export { useObjectTextProblem } from './use-object-text-problem.ts';
