import { planSlices, type SlicePlan } from '@powerset/query';
import type { Expression } from '@powerset/sql';
import type { RunResult } from '../../engines/index.ts';
import type { RollupQuery } from './rollup-query.ts';
import type { RollupStore } from './rollup-store.ts';

export interface SlicingPlace {
  readonly signal: AbortSignal;
  /** So many rows of one rollup are sent to a page. */
  readonly maxRows: number;
}

interface Family {
  readonly of: RollupQuery;
  readonly groups: ReadonlyMap<string, Expression>;
  readonly measures: Map<string, Expression>;
  rows?: Promise<RunResult | null>;
}

/** A query's own part of what its family was read for. */
export interface SlicedRows {
  readonly plan: SlicePlan;
  readonly read: () => Promise<RunResult | null>;
}

/** Slices of a column for some queries: those that group the same rows in the same way are read together. */
export class Slicing {
  private readonly families = new Map<string, Family>();

  constructor(
    private readonly rollups: RollupStore,
    private readonly place: SlicingPlace,
  ) {}

  /** Notes what a query needs; to be read once all have come. Null where slices do not answer it. */
  add(query: RollupQuery, slice: Expression): SlicedRows | null {
    const plan = planSlices(query.shape, slice, query.dialect);
    if (!plan) return null;
    const family = this.families.get(query.family) ?? { of: query, groups: plan.groups, measures: new Map() };
    for (const [text, measure] of plan.measures) family.measures.set(text, measure);
    this.families.set(query.family, family);
    return { plan, read: () => this.read(family, plan) };
  }

  private async read(family: Family, plan: SlicePlan): Promise<RunResult | null> {
    const { of, groups, measures } = family;
    const build = { of, groups, measures, purpose: 'brush', signal: this.place.signal } as const;
    family.rows ??= this.rollups.readAll(build);
    const all = await family.rows;
    if (!all || all.packed.rowCount > this.place.maxRows) return null;
    // In the order of this query's plan.
    const groupPlaces = [...plan.groups.keys()].map((name) => [...groups.keys()].indexOf(name));
    const measurePlaces = [...plan.measures.keys()].map((name) => groups.size + [...measures.keys()].indexOf(name));
    const columns = [...groupPlaces, ...measurePlaces].map((at) => all.packed.columns[at]!);
    return { ...all, packed: { ...all.packed, columns } };
  }
}
