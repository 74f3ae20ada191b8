import type { WindowFilter } from '@powerset/contract';
import { addConditions, type ColumnCondition, type Dialect, dialectByName } from '@powerset/sql';
import type { ResultHeader } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';

interface FilterSql {
  readonly sql: string;
  readonly filters: readonly WindowFilter[];
  /** Looked for in every column, as in the grid. */
  readonly search?: string | undefined;
  readonly header: ResultHeader;
  /** In whose SQL the statement is written. */
  readonly backend: string;
}

/** The statement with conditions that leave the same rows as filters and search of its result do. */
export function toFilteredSql({ sql, filters, search = '', header, backend }: FilterSql): string {
  const dialect = dialectByName(backend);
  const conditions = filters.map((filter) => toCondition(filter, header, dialect));
  if (search !== '') conditions.push(toSearchCondition(search, header, dialect));
  if (conditions.length === 0) throw refused('filters: There is nothing to put into the statement.');
  const filtered = addConditions(sql, conditions, { quote: dialect.quoteIdentifier, rules: dialect.lexRules });
  if (filtered === null) throw refused('sql: Only a single SELECT can be filtered.');
  return filtered;
}

function toCondition(filter: WindowFilter, header: ResultHeader, dialect: Dialect): ColumnCondition {
  const [index, ...others] = header.columns.flatMap(({ name }, at) => (name === filter.column ? [at] : []));
  const column = header.columns[index ?? -1];
  const kind = header.kinds[index ?? -1];
  if (!column) throw refused(`filters: The result has no column "${filter.column}".`);
  if (others.length > 0)
    throw refused(`filters: More than one column is called "${column.name}". Give each its own name.`);
  if (kind !== 'plain' && kind !== 'text' && !filter.operator.startsWith('is '))
    throw refused(`filters: The values of "${column.name}" are nested or bytes; write their condition by hand.`);
  const literal = (value: unknown) => literalOf(String(value), column, dialect);
  return { columns: [column.name], toSql: (name = '') => conditionSql(filter, name, { dialect, literal }) };
}

function toSearchCondition(search: string, { columns }: ResultHeader, dialect: Dialect): ColumnCondition {
  const names = columns.map(({ name }) => name);
  const repeated = names.find((name, index) => name === '' || names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw refused(`search: More than one column is called "${repeated}". Give each its own name.`);
  return {
    columns: names,
    toSql: (...found) =>
      `(${found.map((name) => likeSql(name, `%${escaped(search, dialect)}%`, dialect)).join(' OR ')})`,
  };
}

interface Writing {
  readonly dialect: Dialect;
  readonly literal: (value: unknown) => string;
}

function conditionSql(filter: WindowFilter, name: string, { dialect, literal }: Writing): string {
  const { operator, value, values = [] } = filter;
  if (operator === 'is null') return `${name} IS NULL`;
  if (operator === 'is not null') return `${name} IS NOT NULL`;
  if (operator === 'in' || operator === 'not in')
    return listSql(name, { values, isExcluding: operator === 'not in', literal });
  if (operator === '!=') return `(${name} <> ${literal(value ?? '')} OR ${name} IS NULL)`;
  if (operator !== 'contains' && operator !== 'starts with') return `${name} ${operator} ${literal(value ?? '')}`;
  return likeSql(name, `${operator === 'contains' ? '%' : ''}${escaped(String(value ?? ''), dialect)}%`, dialect);
}

function likeSql(name: string, pattern: string, dialect: Dialect): string {
  const { clause } = dialect.likeEscape;
  return `LOWER(${dialect.castToText(name)}) LIKE ${dialect.stringLiteral(pattern)}${clause}`;
}

/** A text of which every sign stands for itself. */
function escaped(text: string, { likeEscape: { sign } }: Dialect): string {
  return [...text.toLowerCase()].map((one) => (`%_${sign}`.includes(one) ? sign + one : one)).join('');
}

interface Listed {
  readonly values: readonly (string | null)[];
  readonly isExcluding: boolean;
  readonly literal: (value: unknown) => string;
}

/** Rows without a value belong to a list that has NULL, and to what is left of one that has not. */
function listSql(name: string, { values, isExcluding, literal }: Listed): string {
  const literals = values.filter((value) => value !== null).map(literal);
  const hasNull = values.includes(null);
  if (literals.length === 0) return `${name} IS ${hasNull === isExcluding ? 'NOT ' : ''}NULL`;
  const single = `${name} ${isExcluding ? '<>' : '='} ${literals[0]}`;
  const listed = literals.length === 1 ? single : `${name} ${isExcluding ? 'NOT IN' : 'IN'} (${literals.join(', ')})`;
  // A comparison leaves rows without a value out.
  return hasNull === isExcluding ? listed : `(${listed} OR ${name} IS NULL)`;
}

const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** What is finer than a millisecond is left as it is written. */
const plainMoment = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?)?$/;

/** A value of a column, read as exact text, as SQL. */
export function literalOf(text: string, column: ResultHeader['columns'][number], dialect: Dialect): string {
  if (column.type === 'number') {
    if (plainNumber.test(text.trim())) return text.trim();
    throw refused(`filters: "${text}" is no number that SQL can be given, but "${column.name}" holds numbers.`);
  }
  if (column.type === 'boolean') return dialect.booleanLiteral(/^(true|t|1)$/i.test(text.trim()));
  const at = new Date(`${text.replace(' ', 'T')}${text.includes(':') ? 'Z' : ''}`);
  const isMoment = column.type === 'temporal' && plainMoment.test(text) && !Number.isNaN(at.getTime());
  return isMoment ? dialect.timeLiteral(at, column.nativeType) : dialect.stringLiteral(text);
}

function refused(message: string): AppError {
  return new AppError('UNPROCESSABLE_ERROR', { params: { message } });
}
