/**
 * LAYOUT. A dashboard's tree of rows, columns, tabs, charts and texts: rules, widths, operations, undo, mending.
 * In: a layout and what is wanted. Out: another layout, or why not. Knows no React and no server.
 */
export * from './charts.ts';
export * from './deletions.ts';
export * from './drops.ts';
export * from './first-view.ts';
export * from './headings.ts';
export * from './history.ts';
export * from './landing.ts';
export * from './many.ts';
export * from './nodes.ts';
export * from './operations.ts';
export * from './reading.ts';
export * from './room.ts';
export * from './rules.ts';
export * from './shrinking.ts';
export * from './sizes.ts';
export * from './tab-names.ts';
export * from './tree.ts';
export * from './widths.ts';
