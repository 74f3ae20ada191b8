import type { PlanStep } from '../plan-step.ts';
import type { RawRows } from './driver.ts';

export type ReadPlanRows = (plan: Pick<RawRows, 'fields' | 'rows'>) => readonly PlanStep[];

/** A plan with a row for each step, whose name is drawn as a branch of a tree: `├─TableReader_15(Build)`. */
export const readMysqlPlan: ReadPlanRows = ({ fields, rows }) => {
  const names = fields.map(({ name }) => name);
  return rows.map((row) => {
    const cells = row.map((value) => (value === null ? '' : String(value)));
    const [, branch = '', name = ''] = /^([\s│├└─]*)(.*)$/su.exec(cells[0] ?? '') ?? [];
    const estimate = Number(cells[names.indexOf('estRows')] ?? '');
    return {
      // Each step stands two signs further to the right than what it belongs to.
      depth: Math.floor([...branch].length / 2),
      name,
      details: names
        .map((label, index) => ({ label, text: cells[index] ?? '' }))
        .filter(({ label, text }, index) => index > 0 && label !== 'estRows' && text !== ''),
      estimatedRows: Number.isFinite(estimate) && names.includes('estRows') ? Math.round(estimate) : null,
      rows: null,
      ms: null,
    };
  });
};
