import type { CellValue, QueryObject } from '@powerset/contract';
import { unpackTable } from '../packed/index.ts';
import type { Answer } from './writing/index.ts';

/** What all rows come to, by column. */
export type AllRows = Readonly<Record<string, CellValue>>;

type Rule = NonNullable<NonNullable<QueryObject['post_processing']>[number]>;

/** Shares of a column that do not say what they are shares of: of all rows where the request asks for those too. */
const isOpenShare = ({ operation, options }: Rule): boolean =>
  operation === 'contribution' && options?.orientation !== 'row' && options?.contribution_totals === undefined;

export function hasOpenShares(query: QueryObject): boolean {
  return (query.post_processing ?? []).some((rule) => rule !== null && isOpenShare(rule));
}

/** Whether a query asks what all rows come to, as the reference tells it, or by its only grouping set. */
export function isOfAllRows(query: QueryObject): boolean {
  if (!query.metrics?.length || query.post_processing?.length || query.is_rowcount) return false;
  const { grouping_sets: sets } = query;
  return sets ? sets.length === 1 && sets[0]?.length === 0 : !query.columns?.length;
}

export function withAllRows(rules: readonly Rule[], all: AllRows | null): readonly Rule[] {
  if (!all) return rules;
  return rules.map((rule) =>
    isOpenShare(rule) ? { ...rule, options: { ...rule.options, contribution_totals: all } } : rule,
  );
}

export function toAllRows({ table }: Answer): AllRows {
  const { columns } = unpackTable(table);
  return Object.fromEntries(columns.map(({ name, values: [value] }) => [name, value ?? null]));
}
