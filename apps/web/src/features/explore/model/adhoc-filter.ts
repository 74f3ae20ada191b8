import { isRecord } from '@powerset/chart-kit';
import { msg, type t as translate } from '../../../i18n/index.ts';

type Translate = typeof translate;

export const operatorTexts = {
  EQUALS: { label: msg('Equal to (=)'), operation: '==', symbol: '=' },
  NOT_EQUALS: { label: msg('Not equal to (≠)'), operation: '!=', symbol: '≠' },
  LESS_THAN: { label: msg('Less than (<)'), operation: '<', symbol: '<' },
  LESS_THAN_OR_EQUAL: { label: msg('Less or equal (<=)'), operation: '<=', symbol: '≤' },
  GREATER_THAN: { label: msg('Greater than (>)'), operation: '>', symbol: '>' },
  GREATER_THAN_OR_EQUAL: { label: msg('Greater or equal (>=)'), operation: '>=', symbol: '≥' },
  IN: { label: msg('In'), operation: 'IN', symbol: 'in' },
  NOT_IN: { label: msg('Not in'), operation: 'NOT IN', symbol: 'not in' },
  LIKE: { label: msg('Like (case sensitive)'), operation: 'LIKE', symbol: 'like' },
  ILIKE: { label: msg('Like (case insensitive)'), operation: 'ILIKE', symbol: 'ilike' },
  IS_NOT_NULL: { label: msg('Is not null'), operation: 'IS NOT NULL', symbol: 'is not null' },
  IS_NULL: { label: msg('Is null'), operation: 'IS NULL', symbol: 'is null' },
  LATEST_PARTITION: { label: msg('Use latest partition'), operation: 'LATEST PARTITION', symbol: 'latest partition' },
  IS_TRUE: { label: msg('Is true'), operation: 'IS TRUE', symbol: 'is true' },
  IS_FALSE: { label: msg('Is false'), operation: 'IS FALSE', symbol: 'is false' },
  TEMPORAL_RANGE: { label: msg('Time range'), operation: 'TEMPORAL_RANGE', symbol: 'in' },
} as const;

export type OperatorId = keyof typeof operatorTexts;
export const operatorIds = Object.keys(operatorTexts) as readonly OperatorId[];

export const havingOperators: readonly OperatorId[] = [
  'EQUALS',
  'NOT_EQUALS',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL',
];
export const unaryOperators: readonly OperatorId[] = [
  'IS_NULL',
  'IS_NOT_NULL',
  'LATEST_PARTITION',
  'IS_TRUE',
  'IS_FALSE',
];

export type Arity = 'none' | 'one' | 'list';
const oneValue: ReadonlySet<string> = new Set('== != > < >= <= ILIKE LIKE REGEX TEMPORAL_RANGE'.split(' '));

/** How many values an operation of a query compares with; undefined for one that nobody knows. */
export function arityOf(operation: string): Arity | undefined {
  if (operation === 'IS NULL' || operation === 'IS NOT NULL') return 'none';
  if (operation === 'IN' || operation === 'NOT IN') return 'list';
  return oneValue.has(operation) ? 'one' : undefined;
}
const nullOperators: readonly OperatorId[] = ['IS_NULL', 'IS_NOT_NULL'];

export type Scalar = string | number | boolean | null;
export type Comparator = Scalar | readonly Scalar[] | undefined;

/** A filter as the form keeps it. */
export interface AdhocFilter {
  readonly expressionType: 'SIMPLE' | 'SQL';
  readonly clause: 'WHERE' | 'HAVING';
  readonly subject: string | null;
  readonly operator: string | null;
  readonly operatorId: OperatorId | null;
  readonly comparator?: Comparator;
  readonly sqlExpression: string | null;
  readonly isExtra?: boolean;
  readonly isNew?: boolean;
  readonly filterOptionName?: string;
}

/** What a filter may stand on. */
export interface FilterSubject {
  readonly name: string;
  readonly type: 'number' | 'string' | 'temporal' | 'boolean';
  readonly nativeType: string | null;
  readonly isExpression: boolean;
  readonly isPartition?: boolean;
  /** What the values mean beyond their type, for example `port`. */
  readonly advancedType?: string | null;
}

export const newFilter: AdhocFilter = {
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: null,
  operator: null,
  operatorId: null,
  sqlExpression: null,
  isNew: true,
};

const isInteger = (subject: FilterSubject) => /int|long|serial/i.test(subject.nativeType ?? '');

/** Which operators a subject allows. */
export function operatorsFor(
  subject: FilterSubject | undefined,
  clause: AdhocFilter['clause'] = 'WHERE',
): readonly OperatorId[] {
  if (clause === 'HAVING') return havingOperators;
  return operatorIds.filter((id) => isAllowed(id, subject));
}

function isAllowed(id: OperatorId, subject: FilterSubject | undefined): boolean {
  if (id === 'TEMPORAL_RANGE') return subject?.type === 'temporal';
  if (id === 'LATEST_PARTITION') return subject?.isPartition === true;
  if (id === 'IS_TRUE' || id === 'IS_FALSE')
    return subject !== undefined && (subject.type === 'boolean' || isInteger(subject) || subject.isExpression);
  if (subject?.type === 'boolean') return nullOperators.includes(id);
  return true;
}

/** Choosing another column: an operator that it does not allow goes back to `IN`; times get a time range. */
export function withSubject(filter: AdhocFilter, subject: FilterSubject): AdhocFilter {
  const base = { ...filter, expressionType: 'SIMPLE' as const, subject: subject.name };
  if (subject.type === 'temporal') return { ...withOperator(base, 'TEMPORAL_RANGE'), comparator: 'No filter' };
  const isKept = filter.operatorId !== null && operatorsFor(subject, filter.clause).includes(filter.operatorId);
  if (isKept) return filter.subject === subject.name ? base : { ...base, comparator: emptyComparator(filter) };
  const [first = 'IN'] = operatorsFor(subject, filter.clause).includes('IN') ? ['IN' as const] : operatorsFor(subject);
  return { ...withOperator(base, first), ...(first === 'IN' ? { comparator: undefined } : {}) };
}

/** Values of another column mean nothing here. */
function emptyComparator({ operatorId, comparator }: AdhocFilter): Comparator {
  return operatorId === 'IS_TRUE' || operatorId === 'IS_FALSE' ? comparator : undefined;
}

/** Asks for the newest partition of the dataset's table, as templates write it. */
function latestPartition(subject: string | null): string {
  return `${subject ?? ''} = '{{ latest_partition() }}'`;
}

/** Choosing another operator gives the value its shape: a list, a single value, true, false or none. */
export function withOperator(filter: AdhocFilter, operatorId: OperatorId): AdhocFilter {
  return {
    ...filter,
    ...(operatorId === 'LATEST_PARTITION'
      ? { expressionType: 'SQL' as const, clause: 'WHERE' as const, sqlExpression: latestPartition(filter.subject) }
      : {}),
    operatorId,
    operator: operatorTexts[operatorId].operation,
    comparator: reshape(filter.comparator, operatorId),
  };
}

function reshape(comparator: Comparator, operatorId: OperatorId): Comparator {
  if (operatorId === 'IS_TRUE') return true;
  if (operatorId === 'IS_FALSE') return false;
  if (nullOperators.includes(operatorId) || operatorId === 'LATEST_PARTITION') return undefined;
  const isList = Array.isArray(comparator);
  if (arityOf(operatorTexts[operatorId].operation) === 'list') {
    if (isList) return comparator;
    return comparator === undefined || comparator === null || comparator === '' ? undefined : [comparator as Scalar];
  }
  return isList ? (comparator[0] as Scalar | undefined) : comparator;
}

/** Operators that the server leaves to a value of an advanced type. */
export function narrowOperators(
  offered: readonly OperatorId[],
  valid: readonly string[] | undefined,
): readonly OperatorId[] {
  return valid ? offered.filter((id) => valid.includes(operatorTexts[id].operation)) : offered;
}

/** Whether a filter is whole. */
export function isFilterValid(filter: AdhocFilter): boolean {
  if (filter.expressionType === 'SQL') return Boolean(filter.sqlExpression?.trim()) && Boolean(filter.clause);
  if (!filter.subject || !filter.operatorId) return false;
  if (nullOperators.includes(filter.operatorId) || filter.operatorId === 'LATEST_PARTITION') return true;
  const { comparator } = filter;
  if (filter.operatorId === 'IS_TRUE' || filter.operatorId === 'IS_FALSE') return comparator != null;
  if (!filter.clause || comparator == null || comparator === '') return false;
  return !Array.isArray(comparator) || comparator.length > 0;
}

/** Whether `Save` may be pressed: the filter is whole and new or different. */
export function canSaveFilter(edited: AdhocFilter, original: AdhocFilter, isSaveRequired = false): boolean {
  return isFilterValid(edited) && (isSaveRequired || original.isNew === true || !isSameFilter(edited, original));
}

function isSameFilter(left: AdhocFilter, right: AdhocFilter): boolean {
  const facts = (filter: AdhocFilter) =>
    JSON.stringify(
      filter.expressionType === 'SQL'
        ? ['SQL', filter.clause, filter.sqlExpression]
        : ['SIMPLE', filter.clause, filter.subject, filter.operatorId, filter.comparator],
    );
  return facts(left) === facts(right);
}

/** A simple filter in SQL, as a start for writing it by hand. */
export function toSqlText(filter: AdhocFilter): string {
  if (filter.expressionType === 'SQL') return filter.sqlExpression ?? '';
  if (!filter.subject || !filter.operatorId || filter.operatorId === 'TEMPORAL_RANGE') return filter.subject ?? '';
  const { operation } = operatorTexts[filter.operatorId];
  const operator = operation === '==' ? '=' : operation;
  if (unaryOperators.includes(filter.operatorId)) return `${filter.subject} ${operator}`;
  const { comparator } = filter;
  const value = Array.isArray(comparator)
    ? `(${comparator.map((one: Scalar) => toLiteral(one)).join(', ')})`
    : toLiteral((comparator ?? null) as Scalar);
  return `${filter.subject} ${operator} ${value}`;
}

function toLiteral(value: Scalar): string {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

const operationIds: Readonly<Record<string, OperatorId>> = Object.fromEntries(
  operatorIds.map((id) => [operatorTexts[id].operation, id]),
);

/** The filters of a form; damaged entries are left out, old ones get their operator's id. */
export function readFilters(value: unknown): readonly AdhocFilter[] {
  return (Array.isArray(value) ? value : []).filter(isRecord).map(readFilter);
}

function readFilter(entry: Readonly<Record<string, unknown>>): AdhocFilter {
  const operator = typeof entry.operator === 'string' ? entry.operator : null;
  const id = operatorIds.find((known) => known === entry.operatorId);
  return {
    expressionType: entry.expressionType === 'SQL' ? 'SQL' : 'SIMPLE',
    clause: entry.clause === 'HAVING' ? 'HAVING' : 'WHERE',
    subject: typeof entry.subject === 'string' ? entry.subject : null,
    operator,
    operatorId: id ?? (operator ? (operationIds[operator.toUpperCase()] ?? null) : null),
    // What the form holds; its shape is looked at where it is used.
    comparator: entry.comparator as Comparator,
    sqlExpression: typeof entry.sqlExpression === 'string' ? entry.sqlExpression : null,
    ...(entry.isExtra === true ? { isExtra: true } : {}),
    ...(typeof entry.filterOptionName === 'string' ? { filterOptionName: entry.filterOptionName } : {}),
  };
}

/** What a pill shows: the column, how it is compared, and with what. */
export function describeFilter(
  filter: AdhocFilter,
  t: Translate,
): {
  readonly name: string;
  readonly symbol: string;
  readonly value: string;
  readonly isTime: boolean;
} {
  if (filter.expressionType === 'SQL')
    return {
      name: filter.sqlExpression ?? '',
      symbol: filter.clause === 'HAVING' ? 'having' : '',
      value: '',
      isTime: false,
    };
  const symbol = filter.operatorId ? operatorTexts[filter.operatorId].symbol : '';
  const isTime = filter.operatorId === 'TEMPORAL_RANGE';
  const isUnary = filter.operatorId !== null && unaryOperators.includes(filter.operatorId);
  const text = isUnary ? '' : describeComparator(filter.comparator, t);
  const value = isTime && text === 'No filter' ? t('No filter') : text;
  return { name: filter.subject ?? '', symbol: isTime ? '' : symbol, value, isTime };
}

function describeComparator(comparator: Comparator, t: Translate): string {
  if (!Array.isArray(comparator)) return comparator == null ? '' : String(comparator);
  return comparator.length > 2
    ? t('{{count}} values', { count: comparator.length })
    : comparator.map((one) => (one === null ? '<NULL>' : String(one))).join(', ');
}
