/**
 * OFFLINE. What a chart would be told under other filters, from what lies in a file: rows of each value of the columns that
 * filters are about. In: a question of a file, queries. Out: the server's own answers, or that the file does not hold them.
 * Pure, and taken by the page in the file alone.
 */
export { type FileAnswers, openFileQuestion } from './answers.ts';
export { nameOfQuery, type Parted, partQuery } from './parting.ts';
export { readFileRange } from './ranges.ts';
