/**
 * ROW-LEVEL RULES. Which rows of datasets a role sees: lists, creation, change, deletion.
 * In: calls about rules, of administrators. Out: the reference's answers; `catalog` applies the rules to every query.
 */
export { registerRowLevelRules } from './routes.ts';
