import { type QueryPlan, type QueryShape, toQueryShape } from '@powerset/query';
import { type Dialect, dialectByName } from '@powerset/sql';
import type { Materializer } from '../../engines/index.ts';
import { placeOf } from '../authorise.ts';
import type { QueryJob } from '../query-job.ts';

/** One planned statement of one chart, in a form that others are compared with. */
export interface RollupQuery {
  readonly job: QueryJob;
  readonly plan: QueryPlan;
  readonly shape: QueryShape;
  readonly materializer: Materializer;
  readonly dialect: Dialect;
  /** Names the database as it stands, the schema of bare names, and the source. */
  readonly place: string;
  /** Queries of one family differ only in what they measure and in the order and number of groups they show. */
  readonly family: string;
}

/** The query of a plan; null where its answer cannot come from a rollup. */
export function toRollupQuery(job: QueryJob, plan: QueryPlan): RollupQuery | null {
  const materializer = job.engine.materializer;
  if (!materializer || !plan.grouped) return null;
  const dialect = dialectByName(job.engine.dialect);
  const shape = toQueryShape(plan.grouped, dialect);
  if (!shape) return null;
  const { id, changed_on: changedOn } = job.database;
  const place = JSON.stringify([id, changedOn, job.dataset.catalog ?? null, placeOf(job.dataset).schema, shape.source]);
  const family = JSON.stringify([place, namesOf(shape.conditions), namesOf(shape.groups)]);
  return { job, plan, shape, materializer, dialect, place, family };
}

/** The same conditions or groups, in whatever order. */
export function namesOf(parts: ReadonlyMap<string, unknown>): readonly string[] {
  return [...parts.keys()].sort();
}
