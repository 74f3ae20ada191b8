import type { PlanStep } from '../plans.ts';
import type { PlanRow } from './protocol.ts';

/** The engine's lines as steps of a plan; it tells neither rows nor times. */
export function toPlanSteps(rows: readonly PlanRow[]): readonly PlanStep[] {
  const depths = new Map<number, number>([[0, -1]]);
  return rows.map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1;
    depths.set(id, depth);
    return { depth, ...readLine(detail), estimatedRows: null, rows: null, ms: null };
  });
}

function readLine(detail: string): Pick<PlanStep, 'name' | 'details'> {
  const access = /^(SCAN|SEARCH) (\S+)(?: (?:USING|VIRTUAL TABLE) ([\s\S]*))?$/.exec(detail);
  if (!access) return { name: toWords(detail), details: [] };
  const [, name = '', table = '', using] = access;
  return {
    name: toWords(name),
    details: [{ label: 'Table', text: table }, ...(using ? [{ label: 'Using', text: using }] : [])],
  };
}

/** `USE TEMP B-TREE FOR ORDER BY` as a reader says it; names stay as they are. */
function toWords(detail: string): string {
  const said = detail.replace(/\b[A-Z][A-Z-]+\b/g, (word) => word.toLowerCase());
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** One line each, deeper ones further in. */
export function toPlanLines(rows: readonly PlanRow[]): readonly string[] {
  return toPlanSteps(rows).map(({ depth }, index) => `${'  '.repeat(depth)}${rows[index]?.detail ?? ''}`);
}
