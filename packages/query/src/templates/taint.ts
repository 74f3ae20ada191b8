import { allNodes, calledName, isNode, nameOf, partsOf, type TemplateNode } from './syntax.ts';

/**
 * How the result of an expression enters SQL: `raw` is text of the template's author, `value` comes from whoever asks and
 * is bound as a literal, `name` is a column's name and is quoted as one, `typed` is a literal of the type that its author
 * declared: unlike in an address, a text that reads like a number is a text.
 */
export type OutputKind = 'raw' | 'value' | 'name' | 'typed';

const valueMacros = new Set([
  'url_param',
  'filter_values',
  'get_filters',
  'get_time_filter',
  'current_username',
  'current_user_email',
  'current_user_roles',
]);
const firstTaints: readonly (readonly [string, OutputKind])[] = [
  ['filter', 'value'],
  ['time_grain', 'value'],
  ['metrics', 'value'],
  ['columns', 'name'],
  ['groupby', 'name'],
  ['table_columns', 'name'],
  ['time_column', 'name'],
];

/** The call that makes safe SQL of a list of values. */
export const whereIn = '__where_in';

/** It writes SQL of its own, whatever it is called with: columns by names that the dataset has. */
const datasetMacro = 'dataset';

type Taints = Map<string, OutputKind>;

function stronger(left: OutputKind, right: OutputKind): OutputKind {
  if (left === 'value' || right === 'value') return 'value';
  if (left === 'typed' || right === 'typed') return 'typed';
  return left === 'raw' ? right : left;
}

/** Follows through a template which names hold what is bound, typed parameters among them, and tells it of any expression. */
export function traceTaint(
  program: TemplateNode,
  typed: readonly string[] = [],
): (expression: TemplateNode) => OutputKind {
  const nodes = allNodes(program);
  const macros = new Map(nodes.filter((node) => node.type === 'Macro').map((node) => [nameOf(node.name), node]));
  const taints: Taints = new Map([...typed.map((name) => [name, 'typed'] as const), ...firstTaints]);
  const kindOf = (node: TemplateNode): OutputKind => {
    const called = calledName(node);
    if (called === whereIn || called === datasetMacro) return 'raw';
    if (called !== undefined && valueMacros.has(called)) return 'value';
    // What a macro of the template writes was bound where it was written.
    if (called !== undefined && macros.has(called)) return 'raw';
    const own = taints.get(nameOf(node) ?? '') ?? 'raw';
    return partsOf(node).map(kindOf).reduce(stronger, own);
  };
  const taint = (target: unknown, kind: OutputKind): boolean => {
    const names = isNode(target) ? allNodes(target).map(nameOf) : [];
    const changed = names.filter(
      (name) => name !== undefined && stronger(taints.get(name) ?? 'raw', kind) !== (taints.get(name) ?? 'raw'),
    );
    for (const name of changed) taints.set(name!, stronger(taints.get(name!) ?? 'raw', kind));
    return changed.length > 0;
  };
  const spread = (node: TemplateNode): boolean => {
    if (node.type === 'Set' && isNode(node.value)) return taint(node.assignee, kindOf(node.value));
    if (node.type === 'For' && isNode(node.iterable)) return taint(node.loopvar, kindOf(node.iterable));
    const macro = macros.get(calledName(node));
    if (!macro || !Array.isArray(node.args) || !Array.isArray(macro.args)) return false;
    const kind = node.args.filter(isNode).map(kindOf).reduce(stronger, 'raw');
    return macro.args.map((parameter) => taint(parameter, kind)).includes(true);
  };
  while (nodes.map(spread).includes(true));
  return kindOf;
}
