import { totalsColumn } from '@powerset/contract';
import {
  allOf,
  type Expression,
  type Join,
  type OrderItem,
  printExpression,
  printUnion,
  type Select,
} from '@powerset/sql';
import { QueryError } from '../errors.ts';
import { aliasFor } from './alias.ts';
import type { PlanContext } from './plan-context.ts';
import type { SelectedItem, Selection } from './selection.ts';
import { innerAlias } from './series-limit.ts';

const groupsAlias = 'shown_groups';
/** Not the label itself: ClickHouse calls a column of its own so. */
const levelAlias = 'totals_level__';
/** As many as `GROUPING` of the narrowest engine tells apart. */
const maxGrouped = 30;
/** As many bits as a level has that is a number. */
const maxColumns = 52;

/** The column that a plan of totals has more. */
export const totalsLevel = {
  label: totalsColumn,
  alias: levelAlias,
  // Rows of two periods belong together where this is equal too.
  role: 'column',
  type: 'number',
  isTimeAxis: false,
  grain: null,
} as const;

export interface TotalsRows {
  readonly rows: Select;
  /** Which rows make the groups that are shown: those of the present, also where the totals are of an earlier period. */
  readonly shownWhere: Expression | null;
}

/**
 * The totals of a grouped query: its metrics over the same rows, grouped by fewer columns, all levels in one statement.
 * They do not know the query's row limit, as a total is about all rows.
 */
export function toTotals(context: PlanContext, selection: Selection, { rows, shownWhere }: TotalsRows): Select {
  const sets = toSets(context, selection);
  // Groups of another time are other groups.
  const ofGroups = selection.columns.some(({ isTimeAxis }) => isTimeAxis) ? (rows.where ?? null) : shownWhere;
  const given = { rows, shownWhere: ofGroups };
  const parts: TotalsParts = { selection, sets, rows: aboutShownGroups(context, selection, given) };
  return { ...levelsOf(context, parts), orderBy: totalsOrder(selection), limit: rows.limit ?? null, offset: 0 };
}

function levelsOf(context: PlanContext, parts: TotalsParts): Select {
  const { selection, sets } = parts;
  const [only] = sets;
  if (only && sets.length === 1) return levelOf(context, only, parts);
  const isEachUsed = selection.columns.every((item) => sets.some((set) => set.includes(item)));
  const canGroup = context.dialect.capabilities.groupingSets && isEachUsed && selection.columns.length <= maxGrouped;
  const hasSets = canGroup && !looksAround(selection) && !hasTwins(context, selection);
  return hasSets ? groupedTogether(parts) : oneAfterAnother(context, parts);
}

interface TotalsParts {
  readonly selection: Selection;
  readonly sets: readonly (readonly SelectedItem[])[];
  readonly rows: Select;
}

function toSets({ query }: PlanContext, { columns, metrics, isGrouped }: Selection): TotalsParts['sets'] {
  const field = 'grouping_sets';
  if (!isGrouped || metrics.length === 0) throw new QueryError('Totals need metrics', field);
  if (columns.length > maxColumns) throw new QueryError(`Totals know no more than ${maxColumns} columns`, field);
  return (query.grouping_sets ?? []).map((labels) => {
    const missing = labels.filter((label) => !columns.some((item) => item.label === label));
    if (missing.length === 0) return columns.filter((item) => labels.includes(item.label));
    const list = missing.map((label) => `"${label}"`).join(', ');
    throw new QueryError(`The following entries in \`grouping_sets\` are missing in \`columns\`: ${list}. `, field);
  });
}

/** A condition on groups chooses among those of the query; its totals are about the ones that were chosen. */
function aboutShownGroups(context: PlanContext, { columns }: Selection, { rows, shownWhere }: TotalsRows): Select {
  if (!rows.having || columns.length === 0) return rows;
  const query: Select = {
    items: columns.map((item) => ({ expression: item.expression, alias: innerAlias(context, item) })),
    ...(rows.from ? { from: rows.from } : {}),
    where: shownWhere,
    groupBy: columns.map((item) => item.expression),
    having: rows.having,
  };
  const pairs = columns.map((item): Expression => {
    const right: Expression = { kind: 'column', name: innerAlias(context, item), source: groupsAlias };
    return { kind: 'sameAs', left: item.expression, right };
  });
  const join: Join = {
    kind: 'inner',
    source: { kind: 'query', query, alias: groupsAlias },
    on: allOf(pairs) ?? { kind: 'literal', value: true },
  };
  return { ...rows, joins: [...(rows.joins ?? []), join], having: null };
}

/** A window reaches over all rows of a statement, and would count each level among those of the others. */
function looksAround({ metrics }: Selection): boolean {
  return metrics.some(({ expression }) => expression.kind === 'sql' && /\b(over|grouping\w*)\b/i.test(expression.text));
}

/** Columns of the same SQL are one to the engine, which could not tell the sets apart that keep one of them. */
function hasTwins({ dialect }: PlanContext, { columns }: Selection): boolean {
  return new Set(columns.map(({ expression }) => printExpression(expression, dialect))).size < columns.length;
}

function groupedTogether({ selection: { columns, metrics }, sets, rows }: TotalsParts): Select {
  const level: Expression = { kind: 'grouping', of: columns.map(({ expression }) => expression) };
  return {
    ...rows,
    items: [...[...columns, ...metrics].map(toItem), { expression: level, alias: levelAlias }],
    groupBy: [],
    groupingSets: sets.map((set) => set.map(({ expression }) => expression)),
  };
}

const toItem = ({ expression, alias }: Pick<SelectedItem, 'expression' | 'alias'>) => ({ expression, alias });

function oneAfterAnother(context: PlanContext, parts: TotalsParts): Select {
  const { selection, sets, rows } = parts;
  const { columns, metrics } = selection;
  // A column that is nothing in the first levels would take its type from there: all of them come first, without rows.
  const typed: Select = { ...levelOf(context, columns, parts), where: allOf([rows.where, never]) };
  const levels = [...(columns.length > 0 ? [typed] : []), ...sets.map((set) => levelOf(context, set, parts))];
  const text = printUnion(levels, context.dialect);
  const shown = [
    ...columns.map((item) => ({ name: keyAlias(context, item), alias: item.alias })),
    ...[...metrics, { alias: levelAlias }].map(({ alias }) => ({ name: alias, alias })),
  ];
  return {
    items: shown.map(({ name, alias }) => ({ expression: { kind: 'column', name }, alias })),
    from: { kind: 'query', query: text, alias: 'totals' },
  };
}

/** A column that is nothing in a level is not the table's there, and must not hide it from conditions. */
function keyAlias({ dialect }: PlanContext, item: SelectedItem): string {
  return dialect.capabilities.aliasesHideColumns ? aliasFor(item.label, dialect, false) : item.alias;
}

function levelOf(
  context: PlanContext,
  set: readonly SelectedItem[],
  { selection: { columns, metrics }, rows }: Pick<TotalsParts, 'selection' | 'rows'>,
): Select {
  const keys = columns.map((item) => {
    const alias = keyAlias(context, item);
    return { alias, expression: set.includes(item) ? item.expression : nothing };
  });
  const bits = columns.reduce((sum, item) => sum * 2 + (set.includes(item) ? 0 : 1), 0);
  const level: Expression = { kind: 'literal', value: bits };
  return {
    ...rows,
    items: [...[...keys, ...metrics].map(toItem), { expression: level, alias: levelAlias }],
    groupBy: set.map(({ expression }) => expression),
    orderBy: [],
    limit: null,
    offset: null,
  };
}

const nothing: Expression = { kind: 'literal', value: null };
const never: Expression = {
  kind: 'compare',
  operator: '=',
  left: { kind: 'literal', value: 1 },
  right: { kind: 'literal', value: 0 },
};

/** Those of most rows first, so that they are there where there are too many. */
function totalsOrder({ metrics }: Selection): readonly OrderItem[] {
  const names = [levelAlias, ...metrics.slice(0, 1).map(({ alias }) => alias)];
  return names.map((name) => ({ expression: { kind: 'column', name }, isDescending: true }));
}
