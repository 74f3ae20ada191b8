import type { ChartWords } from '@powerset/chart-kit';
import type { DataColumn } from './data-facts.ts';
import { nameOf, type Roles } from './roles.ts';

/** How well a type fits (0 to 100), why, and its form filled in. */
export interface Proposal {
  readonly score: number;
  readonly reason: ChartWords;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Null where the type would say nothing of the data. */
export type Propose = (roles: Roles) => Proposal | null;

/** Up to so many parts of a whole are told apart by angle. */
const fewParts = 7;
/** Beyond, the names of an axis are no longer read. */
const manyValues = 40;

export const isFew = ({ distinct }: DataColumn) => distinct !== undefined && distinct <= fewParts;
export const isMany = ({ distinct }: DataColumn) => distinct !== undefined && distinct > manyValues;

/** The names that a reason may say. */
export function namesOf({ figures: [figure, second], categories: [category, other], time }: Roles) {
  return {
    metric: figure.label,
    second: second?.label ?? '',
    category: category ? nameOf(category) : '',
    other: other ? nameOf(other) : '',
    time: time ? nameOf(time) : '',
  };
}
