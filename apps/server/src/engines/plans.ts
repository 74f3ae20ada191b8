import { readBlockFigures, readBlocks } from './plan-blocks.ts';
import type { PlanStep } from './plan-step.ts';

export type { PlanStep } from './plan-step.ts';

const mostSteps = 1000;
const mostText = 2000;

type Json = Readonly<Record<string, unknown>>;

/** Reads a plan in JSON in each of the forms that engines write; null for what is no plan. */
export function readPlan(text: string): readonly PlanStep[] | null {
  const json = parseJson(text);
  const blocks = readBlocks(json);
  if (blocks) return blocks;
  const roots = rootsOf(json);
  const steps: PlanStep[] = [];
  for (const root of roots) addStep(steps, root, 0);
  return steps.length > 0 ? steps : null;
}

/** What a whole plan in JSON is said to cost, and to read; nulls where it says nothing of that. */
export function readPlanFigures(text: string): ReturnType<typeof readBlockFigures> {
  return readBlockFigures(parseJson(text));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A list of plans, of statements with their plan, or what was measured around the plan. */
function rootsOf(value: unknown): readonly Json[] {
  if (isObject(value)) return isFrame(value) ? listOf(value.children).flatMap(rootsOf) : [value];
  return listOf(value).flatMap((one) => (isObject(one.Plan) ? [one.Plan] : rootsOf(one)));
}

/** What stands around the plan itself: the measured query, and the step that measures. */
function isFrame(node: Json): boolean {
  const name = nameOf(node);
  return name === '' || name === 'EXPLAIN_ANALYZE' || name === 'RESULT_COLLECTOR';
}

function nameOf(node: Json): string {
  const name = node['Node Type'] ?? node.operator_name ?? node.operator_type ?? node.name;
  return typeof name === 'string' ? name.trim() : '';
}

function addStep(steps: PlanStep[], node: Json, depth: number): void {
  if (steps.length >= mostSteps) return;
  steps.push('Node Type' in node ? readCosted(node, depth) : readOperator(node, depth));
  for (const child of childrenOf(node)) addStep(steps, child, depth + 1);
}

function childrenOf(node: Json): readonly Json[] {
  return listOf(node.Plans ?? node.children);
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const estimate = 'Estimated Cardinality';

function readOperator(node: Json, depth: number): PlanStep {
  const info = isObject(node.extra_info) ? node.extra_info : {};
  if (isObject(node.descriptor) || typeof node.identifier === 'string') return readDescribed(node, depth);
  const seconds = numberOf(node.operator_timing);
  return {
    depth,
    name: toWords(nameOf(node)),
    details: detailsOf(Object.entries(info).filter(([label]) => label !== estimate)),
    estimatedRows: numberOf(info[estimate]),
    rows: numberOf(node.operator_cardinality),
    ms: seconds === null ? null : seconds * 1000,
  };
}

/** Steps that are described by texts, with what they are reckoned to give. */
function readDescribed(node: Json, depth: number): PlanStep {
  const described = isObject(node.descriptor) ? Object.entries(node.descriptor) : [];
  const [reckoned] = listOf(node.estimates);
  const rows = numberOf(reckoned?.outputRowCount);
  return {
    depth,
    // `LocalExchange` in words.
    name: toWords(nameOf(node).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')),
    details: detailsOf([
      ...described.filter(([, value]) => value !== '[]'),
      ['identifier', node.identifier],
      ['details', typeof node.details === 'string' ? node.details.trim() : node.details],
    ]),
    estimatedRows: rows === null ? null : Math.round(rows),
    rows: null,
    ms: null,
  };
}

/** `HASH_JOIN` as a reader says it. */
function toWords(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What has a column of its own, and what says nothing about the statement. */
const hiddenFields = new Set([
  ...['Node Type', 'Node Id', 'Plans', 'Plan Rows', 'Plan Width', 'Actual Rows', 'Actual Loops', 'Actual Total Time'],
  ...['Actual Startup Time', 'Startup Cost', 'Parallel Aware', 'Async Capable', 'Parent Relationship'],
]);

function readCosted(node: Json, depth: number): PlanStep {
  const loops = numberOf(node['Actual Loops']);
  const rows = numberOf(node['Actual Rows']);
  const spent = totalMs(node);
  const below = childrenOf(node).reduce((sum, child) => sum + (totalMs(child) ?? 0), 0);
  return {
    depth,
    name: nameOf(node),
    details: detailsOf(Object.entries(node).filter(([label]) => !hiddenFields.has(label))),
    // The estimate is of one pass; so are the rows that are told.
    estimatedRows: scaled(numberOf(node['Plan Rows']), loops ?? 1),
    rows: scaled(rows, loops ?? 1),
    ms: spent === null ? null : Math.max(0, spent - below),
  };
}

function scaled(value: number | null, by: number): number | null {
  return value === null ? null : Math.round(value * by);
}

function totalMs(node: Json): number | null {
  const time = numberOf(node['Actual Total Time']);
  return time === null ? null : time * (numberOf(node['Actual Loops']) ?? 1);
}

function detailsOf(entries: readonly (readonly [string, unknown])[]): PlanStep['details'] {
  return entries
    .map(([label, value]) => ({ label, text: detailText(value) }))
    .filter(({ text }) => text !== '')
    .slice(0, 30);
}

function detailText(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  const text = Array.isArray(value) ? value.map(detailText).join(', ') : toText(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
