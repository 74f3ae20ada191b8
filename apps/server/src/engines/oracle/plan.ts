import type { PlanStep } from '../plan-step.ts';
import { detailsOf, numberIn, type PlanRow, type ServerPlan } from '../warehouse/index.ts';
import { toShown } from './names.ts';

const labels = { object: 'Object', access_predicates: 'Access', filter_predicates: 'Filter', cost: 'Cost' };

/** A plan as EXPLAIN PLAN writes it: a row for each step, which says how deep it stands. */
export function toPlan(rows: readonly PlanRow[]): ServerPlan {
  const steps = rows.map((row): PlanStep => {
    const object = [row.object_owner, row.object_name].flatMap((name) => (name ? [toShown(name)] : [])).join('.');
    return {
      ...{ depth: numberIn(row, 'depth') ?? 0, name: nameOf(row), details: detailsOf({ ...row, object }, labels) },
      ...{ estimatedRows: numberIn(row, 'cardinality'), rows: null, ms: null },
    };
  });
  return { steps, figures: rows[0] ? figuresOf(rows[0]) : null };
}

function figuresOf(top: PlanRow): ServerPlan['figures'] {
  const told = Object.entries({ 'Total cost': 'cost', 'Estimated rows': 'cardinality', 'Output bytes': 'bytes' });
  const known = told.flatMap(([label, name]) => {
    const value = numberIn(top, name);
    return value === null ? [] : [[label, String(value)] as const];
  });
  return known.length > 0 ? Object.fromEntries(known) : null;
}

/** `TABLE ACCESS` with `FULL` as a reader says it. */
function nameOf({ operation, options }: PlanRow): string {
  const words = [operation, options]
    .flatMap((word) => (word ? [word] : []))
    .join(' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
