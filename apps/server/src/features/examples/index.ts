/**
 * EXAMPLES. The example shop: tables generated in the embedded engine, datasets, charts and two dashboards over them.
 * In: the embedded engine and a day. Out: nothing that exists already is touched; what was begun is begun anew.
 */
export { type ExamplesOptions, ensureExamples } from './examples.ts';
