import type { PlanStep } from './plans.ts';

/** How many rows a plan can be trusted to give. */
export interface ExpectedRows {
  /** By what the engine knows of its tables; null where it could only guess, as of the rows that pass a condition. */
  readonly about: number | null;
  /** More cannot come. */
  readonly most: number;
}

/** A step with those from which it takes its rows. */
interface Node {
  readonly step: PlanStep;
  readonly children: readonly Node[];
}

type Sizes = ReadonlyMap<string, number>;

/** Tables that a plan reads whole, with their rows. */
export function readTableSizes(steps: readonly PlanStep[]): Sizes {
  return new Map(
    steps.flatMap((step): readonly [string, number][] => {
      const table = detailOf(step, 'Table');
      return table && step.estimatedRows !== null && !detailOf(step, 'Filters') ? [[table, step.estimatedRows]] : [];
    }),
  );
}

/**
 * The rows of a plan, as far as its steps say more than guesses: rows of tables, and how each step can only keep or lessen
 * them. Null where a step multiplies rows, or is not known.
 */
export function expectRows(steps: readonly PlanStep[], sizes: Sizes): ExpectedRows | null {
  const root = toTree(steps);
  return root ? expectNode(root, sizes) : null;
}

function toTree(steps: readonly PlanStep[]): Node | null {
  const open: { step: PlanStep; children: Node[] }[] = [];
  for (const step of steps) {
    const node = { step, children: [] };
    open[step.depth - 1]?.children.push(node);
    open[step.depth] = node;
  }
  return open[0] ?? null;
}

const kept = /^(Projection|Order by|Window|Streaming window)$/;
const lessened = /^(Filter|Top n|Limit|Streaming limit)$/;
const grouped = /^(Hash|Perfect hash) group by$/;
const joined = /^(Hash|Nested loop|Blockwise nl|Piecewise merge) join$/;
const single = /^(Ungrouped aggregate|Simple aggregate|Dummy scan)$/;
const counted = /^(Seq scan|Range|Column data scan)$/;

function expectNode(node: Node, sizes: Sizes): ExpectedRows | null {
  const { step, children } = node;
  const { name } = step;
  const below = (place: number) => (children[place] ? expectNode(children[place], sizes) : null);
  if (single.test(name)) return exactly(1);
  if (name === 'Empty result') return exactly(0);
  if (kept.test(name)) return below(0);
  if (lessened.test(name)) return atMost(below(0));
  if (grouped.test(name)) return expectGroups(node, below(0));
  if (joined.test(name)) return atMost(below(keptSide(detailOf(step, 'Join Type'))));
  if (name === 'Union') return addUp(children.map((child) => expectNode(child, sizes)));
  return counted.test(name) && children.length === 0 ? expectScan(step, sizes) : null;
}

function expectScan(step: PlanStep, sizes: Sizes): ExpectedRows | null {
  const isWhole = !detailOf(step, 'Filters');
  const rows = isWhole ? step.estimatedRows : sizes.get(detailOf(step, 'Table'));
  if (rows === null || rows === undefined) return null;
  return isWhole ? exactly(rows) : { about: null, most: rows };
}

/** The distinct values of one column are counted by the engine; those of expressions and of several columns it makes up. */
function expectGroups({ step, children: [child] }: Node, below: ExpectedRows | null): ExpectedRows | null {
  if (!below || !child) return null;
  const groups = step.estimatedRows;
  const isColumn = detailOf(step, 'Groups') === '#0' && readsColumn(child);
  // What it makes up is the number of rows, or half of it.
  const madeUp = [1, 2].map((part) => Math.round((child.step.estimatedRows ?? 0) / part));
  const isKnown = isColumn && groups !== null && groups > 0 && !madeUp.some((rows) => Math.abs(rows - groups) <= 1);
  return { about: isKnown ? Math.min(groups, below.most) : null, most: below.most };
}

/** Whether the first value of a step is a column of a table: its name, and no name for more than that. */
function readsColumn({ step, children: [child] }: Node): boolean {
  if (!child) return false;
  if (!counted.test(child.step.name)) return /^(Projection|Filter)$/.test(child.step.name) && readsColumn(child);
  const [first] = detailOf(step, 'Projections').split(', ');
  const named = /^__internal_compress_\w+\(#0\b/.test(first ?? '') ? null : first;
  const columns = detailOf(child.step, 'Projections').split(', ');
  return named === null || columns.includes(named ?? '');
}

/** The side of which a join only keeps rows or leaves them out; -1 where it can repeat them. */
function keptSide(type: string): number {
  if (/^(SEMI|ANTI|MARK|SINGLE)$/.test(type)) return 0;
  return /^RIGHT_(SEMI|ANTI)$/.test(type) ? 1 : -1;
}

function exactly(rows: number): ExpectedRows {
  return { about: rows, most: rows };
}

function atMost(expected: ExpectedRows | null): ExpectedRows | null {
  return expected && { about: null, most: expected.most };
}

function addUp(parts: readonly (ExpectedRows | null)[]): ExpectedRows | null {
  return parts.reduce<ExpectedRows | null>(
    (sum, part) =>
      sum &&
      part && {
        about: sum.about === null || part.about === null ? null : sum.about + part.about,
        most: sum.most + part.most,
      },
    exactly(0),
  );
}

function detailOf({ details }: PlanStep, label: string): string {
  return details.find((detail) => detail.label === label)?.text ?? '';
}
