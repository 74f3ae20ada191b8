/**
 * CHECKS. What of charts and dashboards does not work, told from their documents alone: columns and metrics that their datasets
 * lack, filters that reach nothing. In: documents, and what datasets have. Out: faults. Nothing is asked of a database.
 */
export { type CheckedChart, checkChart } from './check-chart.ts';
export { checkFilters, type FilterSurroundings } from './check-filters.ts';
export { type CheckedFields, type Fault, readObject } from './faults.ts';
