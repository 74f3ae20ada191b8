import { Environment } from '@huggingface/jinja';
import { columnLabel, metricLabel } from '@powerset/contract';
import { SqlError } from '@powerset/sql';
import { QueryError } from '../errors.ts';
import { formatTime } from '../time/index.ts';
import {
  type Bound,
  type BoundValue,
  bindPlaceholders,
  hasPlaceholderMarks,
  isPlaceholder,
  placeholder,
} from './binding.ts';
import {
  BoundedInterpreter,
  boundedRange,
  fromRuntime,
  type RuntimeValue,
  templateFunction,
  toRuntime,
} from './interpreter.ts';
import { type TemplateQuery, type TemplateScope, type TemplateTrace, templateMacros } from './macros.ts';
import {
  allNodes,
  call,
  calledName,
  hasTemplate,
  isNode,
  malformed,
  nameOf,
  type Program,
  parseTemplate,
  type TemplateNode,
} from './syntax.ts';
import { type OutputKind, traceTaint, whereIn } from './taint.ts';

const outputName = '__output';
const joinName = '__join';
const bodies = ['body', 'alternate', 'defaultBlock'] as const;
const statements = new Set([
  'If',
  'For',
  'Set',
  'Macro',
  'CallStatement',
  'FilterStatement',
  'Break',
  'Continue',
  'Comment',
  'StringLiteral',
]);

export interface TemplateInput extends TemplateQuery {
  readonly scope: TemplateScope;
}

export interface TemplateRenderer {
  /** Renders one text; throws `QueryError` for malformed templates and missing parameters. */
  readonly render: (text: string) => string;
  readonly trace: TemplateTrace;
}

/** Prepares the rendering of all templates of one query. */
export function createTemplateRenderer(input: TemplateInput): TemplateRenderer {
  const trace: TemplateTrace = {
    cacheKeyParts: new Set(),
    removedFilters: new Set(),
    appliedFilters: new Set(),
    templates: new Set(),
  };
  return { trace, render: (text) => renderTemplate(text, input, trace) };
}

const maxNodes = 20_000;

function renderTemplate(text: string, input: TemplateInput, trace: TemplateTrace): string {
  if (!hasTemplate(text)) return text;
  trace.templates.add(text);
  if (hasPlaceholderMarks(text)) throw malformed();
  const run: Run = { bounds: [], missing: new Set() };
  const rendered = interpret(parseTemplate(text), buildEnvironment(input, trace, run), input.scope.typed);
  if (run.missing.size > 0) {
    const names = [...run.missing].map((name) => `"${name}"`).join(', ');
    const message = `The parameter ${names} in your query is undefined.`;
    throw new QueryError(message, 'template_params', 'MISSING_TEMPLATE_PARAMS_ERROR');
  }
  return bindPlaceholders(rendered, run.bounds, input.dialect);
}

function interpret(program: Program, environment: Environment, typed: readonly string[] | undefined): string {
  try {
    // The library's tree and ours are the same objects; ours names only what is used here.
    prepare(program as unknown as TemplateNode, typed);
    return String(new BoundedInterpreter(environment).run(program).value);
  } catch (error) {
    if (error instanceof QueryError) throw error;
    throw error instanceof SqlError ? new QueryError(error.message, 'sql') : malformed();
  }
}

function prepare(root: TemplateNode, typed: readonly string[] | undefined): void {
  if (allNodes(root).length > maxNodes) throw malformed();
  replaceFilter(root, { name: 'where_in', by: whereIn, isWanted: () => true });
  const kindOf = traceTaint(root, typed);
  const kinds = new Map(
    allNodes(root)
      .filter(isOutput(root))
      .map((node) => [node, kindOf(node)]),
  );
  replaceFilter(root, { name: 'join', by: joinName, isWanted: (operand) => kindOf(operand) !== 'raw' });
  bindOutputs(root, kinds);
}

interface Replacement {
  readonly name: string;
  readonly by: string;
  readonly isWanted: (operand: TemplateNode) => boolean;
}

/** Filters that the interpreter does not have become calls. */
function replaceFilter(root: TemplateNode, { name, by, isWanted }: Replacement): void {
  for (const node of allNodes(root)) {
    const filter = node.type === 'FilterExpression' && isNode(node.filter) ? node.filter : undefined;
    if (!filter || !isNode(node.operand) || (nameOf(filter) ?? calledName(filter)) !== name) continue;
    if (!isWanted(node.operand)) continue;
    const args = Array.isArray(filter.args) ? filter.args.filter(isNode) : [];
    Object.assign(node, call(by, [node.operand, ...args]));
  }
}

function outputsOf(node: TemplateNode): readonly TemplateNode[] {
  return bodies.flatMap((body) => {
    const parts = node[body];
    return Array.isArray(parts) ? parts.filter(isNode).filter((part) => !statements.has(part.type)) : [];
  });
}

function isOutput(root: TemplateNode): (node: TemplateNode) => boolean {
  const outputs = new Set(allNodes(root).flatMap(outputsOf));
  return (node) => outputs.has(node);
}

/** Every expression whose result becomes text passes through the function that binds it. */
function bindOutputs(root: TemplateNode, kinds: ReadonlyMap<TemplateNode, OutputKind>): void {
  for (const node of allNodes(root)) {
    for (const body of bodies) {
      const parts = node[body];
      if (!Array.isArray(parts)) continue;
      node[body] = parts.map((part) => {
        const kind = isNode(part) ? kinds.get(part) : undefined;
        return kind === undefined ? part : boundOutput(part, kind);
      });
    }
  }
}

function boundOutput(part: TemplateNode, kind: OutputKind): TemplateNode {
  const label = nameOf(part) ?? nameOf(part.object) ?? 'expression';
  return call(outputName, [part, { type: 'StringLiteral', value: kind }, { type: 'StringLiteral', value: label }]);
}

interface Run {
  readonly bounds: Bound[];
  readonly missing: Set<string>;
}

function buildEnvironment(input: TemplateInput, trace: TemplateTrace, run: Run): Environment {
  const environment = new Environment();
  const constants = { true: true, True: true, false: false, False: false, none: null, None: null };
  const values = { ...input.scope.parameters, ...queryVariables(input), ...constants };
  for (const [name, value] of Object.entries(values)) environment.set(name, value);
  const functions = {
    ...templateMacros({ scope: input.scope, on: input, trace }),
    range: boundedRange,
    [outputName]: templateFunction((_, raw) => output(raw, run)),
    [joinName]: templateFunction((_, raw) => joinedValue(raw)),
  };
  for (const [name, value] of Object.entries(functions)) environment.setVariable(name, value);
  return environment;
}

/** What templates of charts know of the query; in the SQL editor all of it is empty. */
function queryVariables({ query, bounds, tableColumns }: TemplateInput): Readonly<Record<string, unknown>> {
  const columns = (query.columns ?? []).map(columnLabel);
  return {
    columns,
    groupby: columns,
    table_columns: tableColumns ?? [],
    metrics: (query.metrics ?? []).map(metricLabel),
    filter: (query.filters ?? []).map(({ col, op, val }) => ({ col: columnLabel(col), op, val: val ?? null })),
    from_dttm: bounds.since && formatTime(bounds.since),
    to_dttm: bounds.until && formatTime(bounds.until),
    row_limit: query.row_limit ?? null,
    row_offset: query.row_offset ?? 0,
    time_column: query.granularity ?? null,
    time_grain: query.extras?.time_grain_sqla ?? null,
  };
}

function output(raw: readonly RuntimeValue[], run: Run): RuntimeValue {
  const [value, kind, label] = raw;
  if (value?.type === 'UndefinedValue' || value === undefined) {
    run.missing.add(String(fromRuntime(label)));
    return toRuntime('');
  }
  const name = fromRuntime(kind);
  const plain = fromRuntime(value);
  if (name === 'raw' || (typeof plain === 'string' && isPlaceholder(plain, run.bounds.length))) return value;
  run.bounds.push(toBound(plain, name === 'name' || name === 'typed' ? name : 'value'));
  return toRuntime(placeholder(run.bounds.length - 1));
}

const joinMark = '__joined';

/** A joined list stays a list until it is known how its items are written. */
function joinedValue(raw: readonly RuntimeValue[]): unknown {
  const items = fromRuntime(raw[0]);
  const separator = fromRuntime(raw[1]);
  return {
    [joinMark]: Array.isArray(items) ? items : [items],
    separator: typeof separator === 'string' ? separator : '',
  };
}

interface Joined {
  readonly [joinMark]: readonly unknown[];
  readonly separator: string;
}

function isJoined(value: unknown): value is Joined {
  return typeof value === 'object' && value !== null && joinMark in value;
}

function toBound(value: unknown, kind: Bound['kind']): Bound {
  if (isJoined(value)) return { values: value[joinMark].map(toBoundValue), separator: value.separator, kind };
  return { values: (Array.isArray(value) ? value : [value]).map(toBoundValue), separator: ', ', kind };
}

function toBoundValue(value: unknown): BoundValue {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (isPlain) return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
