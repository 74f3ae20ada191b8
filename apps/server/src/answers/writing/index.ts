/**
 * WRITING. Packed results as JSON text, written straight into memory, in portions between which others get their turn.
 * In: chart answers. Out: bytes of a row answer or of a batch's line, plain or compressed.
 */
export type { Answer } from './answer.ts';
export { answersText, batchLineParts, tableText } from './answer-text.ts';
export { TableText } from './kept-text.ts';
export { type LineStream, openLineStream, sendRows } from './send.ts';
