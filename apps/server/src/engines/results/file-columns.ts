import { defuseFormula, defusingSql } from '../../formulas/index.ts';
import type { ColumnHeader } from '../../packed/index.ts';
import { quoteName } from '../duckdb/inspection.ts';
import { uniqueFoldedNames } from '../unique-names.ts';
import type { ResultHeader } from './result-sql.ts';

export type ExportFormat = 'csv' | 'parquet' | 'json' | 'arrow';

/** The columns of a stored result as a file of a format has them: names that differ, and values that its readers take. */
export function fileColumns({ columns }: ResultHeader, format: ExportFormat, defusesFormulas: boolean): string[] {
  const isDefused = format === 'csv' && defusesFormulas;
  // No two alike, not even but for their case.
  const names = uniqueFoldedNames(columns.map(({ name }) => (isDefused ? defuseFormula(name) : name)));
  return columns.map((column, index) => {
    const value =
      isDefused && column.type === 'string' ? defusingSql(`c${index}`) : figureSql(`c${index}`, column, format);
    return `${value} AS ${quoteName(names[index] ?? '')}`;
  });
}

const floating = /\b(DOUBLE|FLOAT|REAL)\b/i;

/** What is no figure in the words of the grid: JSON has no form for it, and engines have words of their own. */
function figureSql(value: string, { type, nativeType }: ColumnHeader, format: ExportFormat): string {
  if (format === 'parquet' || format === 'arrow' || !floating.test(nativeType)) return value;
  const words = (write: (text: string) => string) =>
    `WHEN 'nan' THEN ${write("'NaN'")} WHEN 'inf' THEN ${write("'Infinity'")} WHEN '-inf' THEN ${write("'-Infinity'")}`;
  if (type === 'number' && format === 'csv')
    return `CASE ${value}::VARCHAR ${words((text) => text)} ELSE ${value}::VARCHAR END`;
  if (format === 'csv') return value;
  if (type === 'number')
    return `CASE ${value}::VARCHAR ${words((text) => `to_json(${text})`)} ELSE to_json(${value}) END`;
  // A list or structure with such a value inside is written as its text.
  const json = `to_json(${value})`;
  return `CASE WHEN regexp_matches(${json}::VARCHAR, '[\\[:,](NaN|-?Infinity)[,\\]}]') THEN to_json(${value}::VARCHAR) ELSE ${json} END`;
}
