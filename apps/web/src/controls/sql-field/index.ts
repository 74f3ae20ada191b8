/**
 * SQL FIELD. A small editor for one SQL expression: coloured, with the columns, metrics and functions at hand.
 * In: text and the names that fit in it. Out: text. Its code is loaded when the first field is shown.
 */
export { SqlField } from './SqlField.tsx';
export type { SqlFieldProps } from './sql-field-props.ts';
export type { SqlNames } from './sql-options.ts';
