/**
 * PICTURES. Parts of the page as files: what draws itself as it does, all else by drawing a still copy of it; and pivots as cells.
 * In: elements of the page, answers of charts. Out: files that the browser saves. Loaded when somebody wants one.
 */
export * from './painted.ts';
export * from './save-chart.ts';
export * from './save-page.ts';
export * from './save-pivot.ts';
