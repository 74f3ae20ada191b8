import type { PlanStep } from './plan-step.ts';

type Json = Readonly<Record<string, unknown>>;

const mostSteps = 1000;
const mostText = 2000;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a plan whose steps are objects inside one another, each under the name of what it does; null for another one. */
export function readBlocks(json: unknown): readonly PlanStep[] | null {
  if (!isObject(json) || !isObject(json.query_block)) return null;
  const steps: PlanStep[] = [];
  addStep(steps, { key: 'query_block', node: json.query_block, depth: 0 });
  return steps;
}

interface Place {
  readonly key: string;
  readonly node: Json;
  readonly depth: number;
}

/** They hold figures, and no steps. */
const figures = new Set(['cost_info', 'r_engine_stats', 'query_timing']);
/** Lists of steps that say nothing of themselves. */
const lists = new Set(['nested_loop', 'query_specifications', 'subqueries', 'attached_subqueries']);

function addStep(steps: PlanStep[], { key, node, depth }: Place): void {
  if (steps.length >= mostSteps) return;
  steps.push(toStep(key, node, depth));
  for (const child of childrenOf(node)) addStep(steps, { ...child, depth: depth + 1 });
}

function childrenOf(node: Json): readonly Omit<Place, 'depth'>[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (figures.has(key)) return [];
    if (isObject(value)) return [{ key, node: value }];
    if (!Array.isArray(value)) return [];
    // Each entry of a list is a step under its own name.
    return value.filter(isObject).flatMap((one) => (lists.has(key) ? childrenOf(one) : [{ key, node: one }]));
  });
}

function toStep(key: string, node: Json, depth: number): PlanStep {
  const loops = numberOf(node.r_loops) ?? 1;
  const rows = numberOf(node.r_rows);
  return {
    depth,
    name: toWords(key),
    details: detailsOf(node),
    estimatedRows: numberOf(node.rows ?? node.rows_produced_per_join ?? node.rows_examined_per_scan),
    rows: rows === null ? numberOf(node.r_output_rows) : Math.round(rows * loops),
    ms: ownTime(node),
  };
}

/** Tables tell what they took themselves; sorting and blocks only the whole. */
function ownTime(node: Json): number | null {
  const own = [node.r_table_time_ms, node.r_other_time_ms].map(numberOf).filter((ms) => ms !== null);
  if (own.length > 0) return own.reduce((sum, ms) => sum + ms, 0);
  return childrenOf(node).length === 0 ? numberOf(node.r_total_time_ms) : null;
}

const hidden = /^(?:r_.*|rows|rows_.*|select_id|filtered)$/;

function detailsOf(node: Json): PlanStep['details'] {
  return Object.entries(node)
    .filter(([label]) => !hidden.test(label))
    .map(([label, value]) => ({ label: toWords(label), text: textOf(value) }))
    .filter(({ text }) => text !== '')
    .slice(0, 30);
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === false || isObject(value)) return '';
  if (Array.isArray(value)) return value.some(isObject) ? '' : value.map(String).join(', ');
  const text = String(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

/** `temporary_table` as a reader says it. */
function toWords(key: string): string {
  const words = key.replaceAll(/[_-]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** What all the query costs in the engine's own measure, and the rows that it has to read; null where it does not tell. */
export function readBlockFigures(json: unknown): { readonly cost: number | null; readonly rowsToRead: number | null } {
  if (!isObject(json) || !isObject(json.query_block)) return { cost: null, rowsToRead: null };
  const block = json.query_block;
  const costs = isObject(block.cost_info) ? block.cost_info.query_cost : block.cost;
  return { cost: numberOf(costs), rowsToRead: sumRows(block) };
}

function sumRows(node: Json): number | null {
  const own = typeof node.table_name === 'string' ? numberOf(node.rows ?? node.rows_examined_per_scan) : null;
  return childrenOf(node)
    .map((child) => sumRows(child.node))
    .reduce((sum, rows) => (rows === null ? sum : (sum ?? 0) + rows), own);
}
