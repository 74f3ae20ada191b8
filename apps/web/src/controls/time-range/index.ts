/**
 * The time range: what its text means, the editor with its five types, and the picker that opens it.
 * In: a range's text. Out: another text, once the server has read it. Explore and dashboards use the same.
 */
export * from './range-words.ts';
export * from './TimeRangeEditor.tsx';
export * from './TimeRangePicker.tsx';
export * from './time-range.ts';
