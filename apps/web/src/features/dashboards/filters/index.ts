/**
 * FILTERS. Native filters, cross-filters and the data masks that they write; which charts each of them reaches.
 * In: configuration, values, a layout. Out: masks and what a chart's form gets from them. Knows no React and no server.
 */
export * from './cross-filters.ts';
export * from './data-mask.ts';
export * from './data-masks.ts';
export * from './filter-boxes.ts';
export * from './filter-effects.ts';
export * from './filter-problems.ts';
export * from './mask-values.ts';
export * from './native-filters.ts';
export * from './pre-filters.ts';
export * from './propose-filters.ts';
export * from './range-slider.ts';
export * from './scopes.ts';
