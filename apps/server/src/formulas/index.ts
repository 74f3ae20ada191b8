/**
 * FORMULAS. Which texts a spreadsheet would run, and how they are kept from it, in every file that people open with one.
 * In: a text, or a column of SQL. Out: the same with a quote in front where it is needed.
 */
export { defuseFormula, defusingSql } from './formulas.ts';
