/**
 * FILTER SETS. Named states of a dashboard's filters: a person's own, and the dashboard's for all who see it.
 * In: the contract's calls. Out: the reference's shapes; sets of other people do not exist for the caller.
 */
export { type FilterSetsOptions, registerFilterSets } from './routes.ts';
