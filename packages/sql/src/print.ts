import { type Dialect, numberText } from './dialects/index.ts';
import { SqlError } from './errors.ts';
import { liftTables } from './lifting.ts';
import { isAtomicClause } from './reading/index.ts';
import type { Expression, Join, LiteralValue, OrderItem, Select, SelectItem, Source, TableSource } from './tree.ts';

type Node<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;
type Printers = { readonly [Kind in Expression['kind']]: (node: Node<Kind>, dialect: Dialect) => string };

const printers: Printers = {
  column: (node, dialect) => {
    const name = dialect.quoteIdentifier(node.name);
    return node.source ? `${dialect.quoteIdentifier(node.source)}.${name}` : name;
  },
  literal: (node, dialect) => printLiteral(node.value, dialect),
  numeric: (node) => node.text,
  time: (node, dialect) => dialect.timeLiteral(node.at, node.nativeType),
  sql: (node) => `(${node.text})`,
  raw: (node) => node.text,
  truncate: printTruncate,
  bin: (node, dialect) =>
    `FLOOR((${printExpression(node.of, dialect)} - ${floatText(node.from)}) / ${floatText(node.width)})`,
  fromEpoch: (node, dialect) => dialect.fromEpoch(printExpression(node.of, dialect), node.unit),
  parseTime: (node, dialect) => dialect.parseTime(printExpression(node.of, dialect), node.format),
  aggregate: (node, dialect) => {
    const operand = node.of === '*' ? '*' : printExpression(node.of, dialect);
    return `${node.name}(${node.isDistinct ? 'DISTINCT ' : ''}${operand})`;
  },
  grouping: (node, dialect) => `GROUPING(${node.of.map((item) => printBare(item, dialect)).join(', ')})`,
  compare: (node, dialect) => `${operand(node.left, dialect)} ${node.operator} ${operand(node.right, dialect)}`,
  sameAs: (node, dialect) => dialect.sameAs(operand(node.left, dialect), operand(node.right, dialect)),
  isNull: (node, dialect) => `${operand(node.of, dialect)} IS ${node.isNegated ? 'NOT ' : ''}NULL`,
  isBoolean: (node, dialect) => dialect.isBoolean(operand(node.of, dialect), node.value),
  in: (node, dialect) => {
    if (node.values.length === 0) throw new SqlError('A list of values is empty.');
    const values = node.values.map((value) => printExpression(value, dialect)).join(', ');
    return `${operand(node.of, dialect)} ${node.isNegated ? 'NOT ' : ''}IN (${values})`;
  },
  case: (node, dialect) => {
    const value = printExpression(node.of, dialect);
    const kept = node.needsCast ? dialect.castToText(value) : value;
    return `CASE WHEN ${printExpression(node.when, dialect)} THEN ${kept} ELSE ${printExpression(node.otherwise, dialect)} END`;
  },
  like: printLike,
  contains: printContains,
  and: (node, dialect) => node.parts.map((part) => operand(part, dialect)).join(' AND '),
  or: (node, dialect) => node.parts.map((part) => operand(part, dialect)).join(' OR '),
  not: (node, dialect) => `NOT (${printExpression(node.of, dialect)})`,
};

/** With an exponent, which is a binary fraction everywhere: decimals would overflow, and whole numbers divide to whole ones. */
function floatText(value: number): string {
  numberText(value);
  return value < 0 ? `(${value.toExponential()})` : value.toExponential();
}

const compoundKinds = new Set<Expression['kind']>([
  'and',
  'or',
  'not',
  'compare',
  'sameAs',
  'isNull',
  'isBoolean',
  'in',
  'like',
  'contains',
]);

/** Writes an expression in a dialect. */
export function printExpression(expression: Expression, dialect: Dialect): string {
  // The kind selects the printer of exactly this node, which the compiler cannot follow through the table.
  const print = printers[expression.kind] as (node: Expression, dialect: Dialect) => string;
  return print(expression, dialect);
}

function operand(expression: Expression, dialect: Dialect): string {
  const text = printExpression(expression, dialect);
  return compoundKinds.has(expression.kind) ? `(${text})` : text;
}

/** Writes a value as a literal: `null` as NULL, bigints with all their digits. */
export function printLiteral(value: LiteralValue, dialect: Dialect): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return dialect.stringLiteral(value);
  return typeof value === 'boolean' ? dialect.booleanLiteral(value) : numberText(value);
}

function printTruncate(node: Node<'truncate'>, dialect: Dialect): string {
  const template = (dialect.ownGrains(node.nativeType ?? null) ?? dialect.timeGrains)[node.grain];
  if (template === undefined) throw new SqlError(`The time grain ${node.grain} is not supported by this database.`);
  const column = printExpression(node.of, dialect);
  const text = template.replaceAll('{col}', () => column);
  return isAtomicClause(text, dialect.lexRules) ? text : `(${text})`;
}

function printLike(node: Node<'like'>, dialect: Dialect): string {
  const value = operand(node.of, dialect);
  const text = node.needsCast ? dialect.castToText(value) : value;
  const pattern = printExpression(node.pattern, dialect);
  const not = node.isNegated ? 'NOT ' : '';
  if (!node.ignoresCase) return `${text} ${not}LIKE ${pattern}`;
  if (dialect.capabilities.ilike) return `${text} ${not}ILIKE ${pattern}`;
  return `LOWER(${text}) ${not}LIKE LOWER(${pattern})`;
}

function printContains(node: Node<'contains'>, dialect: Dialect): string {
  const { sign, clause, others = '' } = dialect.likeEscape;
  const special = `${sign}%_${others}`;
  const text = [...node.text].map((letter) => (special.includes(letter) ? sign + letter : letter)).join('');
  const pattern: Expression = { kind: 'literal', value: `%${text}%` };
  return `${printLike({ ...node, kind: 'like', pattern, ignoresCase: true }, dialect)}${clause}`;
}

/** Writes a table's name with its schema and catalog. */
export function printTableName(source: Omit<TableSource, 'kind' | 'alias'>, dialect: Dialect): string {
  return [source.catalog, source.schema, source.table]
    .filter((part): part is string => Boolean(part))
    .map((part) => dialect.quoteTablePart(part))
    .join('.');
}

/** Writes a SELECT statement, one clause per line, without a semicolon. */
export function printSelect(given: Select, dialect: Dialect): string {
  const { select, tables } = liftTables(given, dialect.lexRules);
  const [limit, offset] = [rowCountOf(select.limit), rowCountOf(select.offset)];
  const bounded = { isOrdered: (select.orderBy ?? []).length > 0, isDistinct: select.isDistinct ?? false };
  return [
    ...withLines(select, tables, dialect),
    `SELECT ${select.isDistinct ? 'DISTINCT ' : ''}${dialect.limitHead(limit, offset)}${select.items.map((item) => printItem(item, dialect)).join(', ')}`,
    ...fromLines(select.from, dialect),
    ...(select.joins ?? []).map((join) => printJoin(join, dialect)),
    ...conditionLines('WHERE', select.where, dialect),
    ...groupLines(select, dialect),
    ...conditionLines('HAVING', select.having, dialect),
    ...listLine(
      'ORDER BY',
      (select.orderBy ?? []).map((item) => printOrder(item, dialect)),
    ),
    ...dialect.limitLines(limit, offset, bounded),
  ].join('\n');
}

/** Writes the rows of several SELECT statements one after the other. */
export function printUnion(selects: readonly Select[], dialect: Dialect): string {
  const lifted = selects.map((select) => liftTables(select, dialect.lexRules));
  const tables = [...new Set(lifted.flatMap((one) => one.tables))];
  const text = lifted.map(({ select }) => printSelect(select, dialect)).join('\nUNION ALL\n');
  return tables.length === 0 ? text : `WITH ${tables.join(',\n')}\n${text}`;
}

function fromLines(source: Source | undefined, dialect: Dialect): readonly string[] {
  if (source) return [`FROM ${printSource(source, dialect)}`];
  return dialect.fromNothing === null ? [] : [dialect.fromNothing];
}

function groupLines({ groupBy = [], groupingSets }: Select, dialect: Dialect): readonly string[] {
  const print = (items: readonly Expression[]) => items.map((item) => printBare(item, dialect));
  if (!groupingSets) return listLine('GROUP BY', print(groupBy));
  return [`GROUP BY GROUPING SETS (${groupingSets.map((set) => `(${print(set).join(', ')})`).join(', ')})`];
}

function rowCountOf(value: number | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  if (!Number.isSafeInteger(value) || value < 0) throw new SqlError(`${value} is not a number of rows.`);
  return value;
}

function withLines(select: Select, lifted: readonly string[], dialect: Dialect): readonly string[] {
  const tables = (select.with ?? []).map(
    ({ name, query }) => `${dialect.quoteIdentifier(name)} AS (\n${printQuery(query, dialect)}\n)`,
  );
  const all = [...lifted, ...tables];
  return all.length === 0 ? [] : [`WITH ${all.join(',\n')}`];
}

function printQuery(query: Select | string, dialect: Dialect): string {
  return typeof query === 'string' ? query : printSelect(query, dialect);
}

function printItem(item: SelectItem, dialect: Dialect): string {
  if (item.expression === '*') return '*';
  const text = printBare(item.expression, dialect);
  return item.alias === undefined ? text : `${text} AS ${dialect.quoteIdentifier(item.alias)}`;
}

// Users' text stands without parentheses where one call or name stands alone, so that COUNT(*) reads as written.
function printBare(expression: Expression, dialect: Dialect): string {
  const isBare = expression.kind === 'sql' && isAtomicClause(expression.text, dialect.lexRules);
  return isBare ? expression.text : printExpression(expression, dialect);
}

function printSource(source: Source, dialect: Dialect): string {
  if (source.kind === 'query') {
    return `(\n${printQuery(source.query, dialect)}\n)${dialect.sourceAlias(dialect.quoteIdentifier(source.alias))}`;
  }
  const name = printTableName(source, dialect);
  return source.alias === undefined ? name : `${name}${dialect.sourceAlias(dialect.quoteIdentifier(source.alias))}`;
}

function printJoin(join: Join, dialect: Dialect): string {
  const kind = join.kind === 'inner' ? 'INNER JOIN' : 'LEFT JOIN';
  return `${kind} ${printSource(join.source, dialect)} ON ${printExpression(join.on, dialect)}`;
}

function conditionLines(
  keyword: string,
  condition: Expression | null | undefined,
  dialect: Dialect,
): readonly string[] {
  if (!condition) return [];
  const parts = condition.kind === 'and' ? condition.parts : [condition];
  const texts = parts.map((part) => (parts.length > 1 ? operandOfAnd(part, dialect) : printExpression(part, dialect)));
  return [`${keyword} ${texts.join('\n  AND ')}`];
}

function operandOfAnd(part: Expression, dialect: Dialect): string {
  const text = printExpression(part, dialect);
  return part.kind === 'or' || part.kind === 'and' ? `(${text})` : text;
}

function listLine(keyword: string, items: readonly string[]): readonly string[] {
  return items.length === 0 ? [] : [`${keyword} ${items.join(', ')}`];
}

function printOrder(item: OrderItem, dialect: Dialect): string {
  return `${printBare(item.expression, dialect)} ${item.isDescending ? dialect.descending : 'ASC'}`;
}
