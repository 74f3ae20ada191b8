import type { ParameterKind } from '@powerset/contract';
import { allNodes, isNode, nameOf, parseTemplate, partsOf, type TemplateNode } from './syntax.ts';

export interface TemplateParameter {
  readonly name: string;
  /** What it most likely holds, by how the template uses it. */
  readonly kind: ParameterKind;
  /** The template says what it does without it. */
  readonly isOptional: boolean;
}

/** Names that templates know without a parameter: constants, what the interpreter has, and what the query brings. */
const knownNames = new Set([
  ...['true', 'True', 'false', 'False', 'none', 'None', 'loop', 'caller', 'namespace', 'range', 'self', 'varargs'],
  ...['columns', 'groupby', 'table_columns', 'metrics', 'filter', 'from_dttm', 'to_dttm', 'row_limit', 'row_offset'],
  ...['time_column', 'time_grain'],
]);

const mostParameters = 100;

/** The names that a template leaves for others to fill, in the order of the text; throws `QueryError` when it is malformed. */
export function findTemplateParameters(text: string): readonly TemplateParameter[] {
  // The library's tree and ours are the same objects; ours names only what is used here.
  const root = parseTemplate(text) as unknown as TemplateNode;
  const given = new Set([...knownNames, ...allNodes(root).flatMap(namesGiven)]);
  const uses = new Map<string, Set<string>>();
  note(root, '');
  return (
    [...uses]
      // What has fields of its own is no value that one types.
      .filter(([name, ways]) => !given.has(name) && !ways.has('fields'))
      .slice(0, mostParameters)
      .map(([name, ways]) => ({
        name,
        kind: kindOf(name, ways, text),
        isOptional: ['default', 'd', 'tested'].some((way) => ways.has(way)),
      }))
  );

  function note(node: TemplateNode, way: string): void {
    const name = nameOf(node);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? new Set()).add(way));
    for (const [part, wayOfPart] of readParts(node)) note(part, wayOfPart);
  }
}

/** Names that the template itself gives: variables that it sets or loops over, its macros and what they take. */
function namesGiven(node: TemplateNode): readonly string[] {
  const macroArguments = node.type === 'Macro' && Array.isArray(node.args) ? [node.name, ...node.args] : [];
  const targets: readonly unknown[] = [
    node.type === 'Set' ? node.assignee : null,
    node.type === 'For' ? node.loopvar : null,
    ...macroArguments,
  ];
  return targets.filter(isNode).flatMap((target) =>
    allNodes(target)
      .map(nameOf)
      .filter((name) => name !== undefined),
  );
}

/** The parts whose values are read, each with the way in which: names of filters, tests, functions and fields are none. */
function readParts(node: TemplateNode): readonly (readonly [TemplateNode, string])[] {
  const { type } = node;
  const plain = (parts: readonly unknown[], way = '') => parts.filter(isNode).map((part) => [part, way] as const);
  const argumentsOf = (call: unknown) =>
    isNode(call) && call.type === 'CallExpression' && Array.isArray(call.args) ? plain(call.args) : [];
  if (type === 'FilterExpression')
    return [
      ...plain([node.operand], nameOf(node.filter) ?? nameOf(isNode(node.filter) ? node.filter.callee : null)),
      ...argumentsOf(node.filter),
    ];
  if (type === 'TestExpression') return plain([node.operand], 'tested');
  if (type === 'CallExpression') return [...(nameOf(node.callee) ? [] : plain([node.callee])), ...argumentsOf(node)];
  if (type === 'KeywordArgumentExpression') return plain([node.value]);
  if (type === 'MemberExpression')
    return [...plain([node.object], 'fields'), ...plain(node.computed ? [node.property] : [])];
  if (type === 'For')
    return [...plain([node.iterable], 'loop'), ...[node.body, node.defaultBlock].flatMap((body) => plainList(body))];
  return partsOf(node)
    .filter((part) => part !== node.operator)
    .map((part) => [part, ''] as const);
}

function plainList(value: unknown): readonly (readonly [TemplateNode, string])[] {
  return Array.isArray(value) ? value.filter(isNode).map((part) => [part, ''] as const) : [];
}

const listWays = ['where_in', 'join', 'loop', 'first', 'last', 'length'];
const numberWays = ['int', 'float', 'abs', 'round'];
const dateNames = /(^|_)(date|day|since|until|from|to|start|end|begin|after|before)(_|$)/i;
const numberNames = /(^|_)(min|max|limit|count|number|amount|year|id|days|top|n)(_|$)/i;

function kindOf(name: string, ways: ReadonlySet<string>, text: string): ParameterKind {
  if (listWays.some((way) => ways.has(way))) return 'list';
  if (numberWays.some((way) => ways.has(way))) return 'number';
  const place = placeOf(name, text);
  if (place === 'name') return 'sql';
  if (dateNames.test(name)) return 'date';
  return place === 'value' && numberNames.test(name) ? 'number' : 'text';
}

/** Where the parameter's first gap stands: inside quotes, where a name of a table or column is wanted, or a value. */
function placeOf(name: string, text: string): 'quoted' | 'name' | 'value' {
  const at = new RegExp(`\\{\\{-?\\s*${name}\\b`).exec(text)?.index;
  if (at === undefined) return 'value';
  const before = text.slice(Math.max(0, at - 200), at);
  if (/'[^'\n]*$/.test(before) && (before.split("'").length - 1) % 2 === 1) return 'quoted';
  return /(\b(select|distinct|from|join|into|by|update|table|view|as)\s+|[\w"]\.|\w)$/i.test(before) ? 'name' : 'value';
}
