/**
 * CHARTS. Listing, reading, saving, deleting and starring charts.
 * In: the contract's chart calls. Out: the reference's shapes; what the caller may not see does not exist for him.
 */
export { getEditableCharts } from './access.ts';
export { registerCharts } from './routes.ts';
