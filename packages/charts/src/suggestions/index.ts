/**
 * SUGGESTIONS. Which chart types fit the columns and metrics at hand, why, and which cannot be drawn of them and why not.
 * In: columns, metrics, what was chosen. Out: types in order with a sentence and a form. Asks no database; is loaded when somebody chooses.
 */
export type { ChosenParts, DataColumn, DataFacts } from './data-facts.ts';
export { nothingChosen } from './data-facts.ts';
export { misfitOf, type NeedName, needs, typeNeeds } from './needs.ts';
export { type Suggestion, suggestCharts } from './suggest.ts';
