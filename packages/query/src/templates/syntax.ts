import { parse, tokenize } from '@huggingface/jinja';
import { QueryError } from '../errors.ts';

/** Whether a text holds anything that a template replaces. */
export function hasTemplate(text: string): boolean {
  return /\{[{%#]/.test(text);
}

/** A node of the template's tree, as far as it matters here. */
export interface TemplateNode {
  readonly type: string;
  [key: string]: unknown;
}

export type Program = ReturnType<typeof parse>;

export function isNode(value: unknown): value is TemplateNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The direct parts of a node. */
export function partsOf(node: TemplateNode): readonly TemplateNode[] {
  return Object.values(node).flatMap((value) => {
    if (value instanceof Map) return [...value.entries()].flat().filter(isNode);
    return Array.isArray(value) ? value.filter(isNode) : [value].filter(isNode);
  });
}

/** Every node of a tree, the root first. */
export function allNodes(root: TemplateNode): readonly TemplateNode[] {
  const nodes = [root];
  for (let at = 0; at < nodes.length; at += 1) nodes.push(...partsOf(nodes[at]!));
  return nodes;
}

export function identifier(value: string): TemplateNode {
  return { type: 'Identifier', value };
}

export function call(name: string, args: readonly TemplateNode[]): TemplateNode {
  return { type: 'CallExpression', callee: identifier(name), args };
}

/** The name that a call or a plain identifier bears; undefined for anything else. */
export function nameOf(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' && typeof node.value === 'string' ? node.value : undefined;
}

export function calledName(node: TemplateNode): string | undefined {
  return node.type === 'CallExpression' ? nameOf(node.callee) : undefined;
}

export function malformed(): QueryError {
  return new QueryError(
    'The query contains one or more malformed template parameters.',
    'sql',
    'INVALID_TEMPLATE_PARAMS_ERROR',
  );
}

/** Reads a template; throws `QueryError` when it is malformed. */
export function parseTemplate(text: string): Program {
  try {
    return parse(tokenize(text));
  } catch {
    throw malformed();
  }
}
