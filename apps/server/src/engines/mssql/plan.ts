import type { PlanStep } from '../plan-step.ts';
import { detailsOf, numberIn, type PlanRow, type ServerPlan } from '../warehouse/index.ts';

/** A plan as SHOWPLAN_ALL tells it: a row for each step, with the number of the one that it belongs to. */
export function toPlan(rows: readonly PlanRow[]): ServerPlan {
  const depths = new Map<number, number>();
  const steps = rows.map((row): PlanStep => {
    const depth = (depths.get(numberIn(row, 'parent') ?? 0) ?? -1) + 1;
    depths.set(numberIn(row, 'nodeid') ?? -1, depth);
    return {
      ...{ depth, name: nameOf(row), estimatedRows: rowsOf(row), rows: null, ms: null },
      details: detailsOf(row, { argument: 'Argument', warnings: 'Warnings', totalsubtreecost: 'Cost' }),
    };
  });
  const [top] = rows;
  const cost = top ? numberIn(top, 'totalsubtreecost') : null;
  const count = top ? rowsOf(top) : null;
  const figures = {
    ...(cost === null ? {} : { 'Total cost': cost.toFixed(4) }),
    ...(count === null ? {} : { 'Estimated rows': String(count) }),
  };
  return { steps, figures: Object.keys(figures).length > 0 ? figures : null };
}

/** `Hash Match (Inner Join)`; the statement itself is known by its kind. */
function nameOf(row: PlanRow): string {
  const [physical, logical] = [row.physicalop ?? '', row.logicalop ?? ''];
  if (physical === '') return row.type || 'SELECT';
  return logical === '' || logical === physical ? physical : `${physical} (${logical})`;
}

/** What is told counts for one run of the step. */
function rowsOf(row: PlanRow): number | null {
  const rows = numberIn(row, 'estimaterows');
  return rows === null ? null : Math.round(rows * (numberIn(row, 'estimateexecutions') ?? 1));
}
