import type { PlanStep } from '../plan-step.ts';
import type { RawRows } from './session.ts';

type Plan = Pick<RawRows, 'rows'>;

interface OpenStep {
  readonly indent: number;
  readonly step: PlanStep & { readonly details: { readonly label: string; readonly text: string }[] };
}

const costedLine = /^(\s*)(?:->\s+)?(\S.*?)\s+\(cost=\S+ rows=(\d+) width=\d+\)/;

/** Steps with their costs behind them, each indented below what it belongs to: `  ->  XN Seq Scan on a  (cost=0.00..1.00 rows=9 width=4)`. */
export function readCosts({ rows }: Plan): readonly PlanStep[] {
  return readSteps(rows, (line) => {
    const [, spaces = '', name = '', estimate] = costedLine.exec(line) ?? [];
    return name === '' ? null : { indent: spaces.length, name, estimatedRows: Number(estimate) };
  });
}

const branchLine = /^([\s│├└─]*)•\s+(.+)$/u;

/** Steps behind dots, each on the branch of what it belongs to: `│   └── • scan`. */
export function readBranches({ rows }: Plan): readonly PlanStep[] {
  return readSteps(rows, (line) => {
    const [, branch = '', name = ''] = branchLine.exec(line) ?? [];
    return name === '' ? null : { indent: [...branch].length, name, estimatedRows: null };
  });
}

type ReadHead = (
  line: string,
) => { readonly indent: number; readonly name: string; readonly estimatedRows: number | null } | null;

function readSteps(rows: Plan['rows'], readHead: ReadHead): readonly PlanStep[] {
  const steps: PlanStep[] = [];
  const above: OpenStep[] = [];
  for (const line of rows.map((row) => row[0] ?? '')) {
    const head = readHead(line);
    if (!head) {
      addDetail(above.at(-1), line);
      continue;
    }
    while ((above.at(-1)?.indent ?? -1) >= head.indent) above.pop();
    const { name, estimatedRows } = head;
    const step = { depth: above.length, name, details: [], estimatedRows, rows: null, ms: null };
    above.push({ indent: head.indent, step });
    steps.push(step);
  }
  return steps.map((step) => ({ ...step, estimatedRows: step.estimatedRows ?? countOf(step) }));
}

/** `Filter: (x > 3)`, perhaps behind the branches of a tree. */
function addDetail(open: OpenStep | undefined, line: string): void {
  const [, label = '', text = ''] = /^[\s│├└─]*([^:]+):\s*(.+)$/u.exec(line) ?? [];
  if (open && label !== '') open.step.details.push({ label, text });
}

function countOf({ details }: PlanStep): number | null {
  const [, count] = /^([\d,]+)/.exec(details.find(({ label }) => label === 'estimated row count')?.text ?? '') ?? [];
  return count === undefined ? null : Number(count.replaceAll(',', ''));
}
