import { type Dialect, type Expression, printExpression, printSelect, type Select } from '@powerset/sql';

/** What a grouped SELECT asks, part by part; each part under its own SQL, by which it is compared. */
export interface QueryShape {
  readonly select: Select;
  /** Where the rows come from. */
  readonly source: string;
  /** What every row meets. */
  readonly conditions: ReadonlyMap<string, Expression>;
  readonly groups: ReadonlyMap<string, Expression>;
  /** Selected, or ordered by. */
  readonly measures: ReadonlyMap<string, Expression>;
}

/**
 * Text that means another thing each time, or something else beside other columns: a collation compares in its own way,
 * which kept values no longer know.
 */
const unsteady =
  /\b(collate|random\w*|setseed|uuid\w*|gen_random_uuid|nextval|currval|now|today|current_\w+|get_current_\w+|local(time|timestamp)|\w+_timestamp\s*\(\s*\)|tablesample|using\s+sample)\b/i;

/** The shape of a grouped SELECT; null where it joins, or says something that another SELECT could not repeat. */
export function toQueryShape(select: Select, dialect: Dialect): QueryShape | null {
  if (!select.from || select.joins?.length || select.with?.length || select.isDistinct) return null;
  const print = (expression: Expression) => printExpression(expression, dialect);
  const groups = byText(select.groupBy ?? [], print);
  const measures = byText(
    [...selectedMeasures(select, groups, print), ...orderedMeasures(select, groups, print)],
    print,
  );
  if (select.items.some(({ expression }) => expression === '*')) return null;
  const conditions = byText(conditionsOf(select), print);
  const source = printSelect({ items: [{ expression: '*' }], from: select.from }, dialect);
  const texts = [source, ...conditions.keys(), ...groups.keys(), ...measures.keys()];
  return texts.some((text) => unsteady.test(text)) ? null : { select, source, conditions, groups, measures };
}

function conditionsOf({ where }: Select): readonly Expression[] {
  if (!where) return [];
  return where.kind === 'and' ? where.parts : [where];
}

type Print = (expression: Expression) => string;
type ByText = ReadonlyMap<string, Expression>;

function byText(expressions: readonly Expression[], print: Print): ByText {
  return new Map(expressions.map((expression) => [print(expression), expression]));
}

function selectedMeasures({ items }: Select, groups: ByText, print: Print): readonly Expression[] {
  return items.flatMap(({ expression }) => (expression === '*' || groups.has(print(expression)) ? [] : [expression]));
}

function orderedMeasures({ items, orderBy = [] }: Select, groups: ByText, print: Print): readonly Expression[] {
  const aliases = new Set(items.map(({ alias }) => alias));
  return orderBy.flatMap(({ expression }) => {
    const isNamed = expression.kind === 'column' && aliases.has(expression.name);
    return isNamed || groups.has(print(expression)) ? [] : [expression];
  });
}
