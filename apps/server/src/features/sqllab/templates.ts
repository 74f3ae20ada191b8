import { Template } from '@huggingface/jinja';
import type { Config } from '../../config.ts';
import { AppError } from '../../http/index.ts';

const hint =
  'Please check your template parameters for syntax errors and make sure they match across your SQL query and Set Parameters. Then, try running your query again.';

/** Fills the gaps of a templated script; with the flag off a script is taken as it is. */
export function renderSql(sql: string, paramsText: string | null | undefined, config: Config): string {
  if (!config.featureFlags.ENABLE_TEMPLATE_PROCESSING) return sql;
  const params = parseParams(paramsText);
  const missing = findMissing(sql, params);
  if (missing.length > 0) throw missingParams(missing, params);
  try {
    return new Template(sql).render({ ...params });
  } catch (error) {
    throw new AppError('INVALID_TEMPLATE_PARAMS_ERROR', { extra: { reason: (error as Error).message } });
  }
}

type Params = Readonly<Record<string, unknown>>;

function parseParams(text: string | null | undefined): Params {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    // An object, whatever it holds.
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Params;
  } catch {
    // Answered below, like every other text that is no object.
  }
  throw new AppError('INVALID_TEMPLATE_PARAMS_ERROR');
}

function missingParams(missing: readonly string[], params: Params): AppError {
  const names = missing.map((name) => `"${name}"`).join(', ');
  const text =
    missing.length === 1
      ? `The parameter ${names} in your query is undefined.`
      : `The following parameters in your query are undefined: ${names}.`;
  return new AppError('MISSING_TEMPLATE_PARAMS_ERROR', {
    params: { message: `${text} ${hint}` },
    extra: { undefined_parameters: missing, template_parameters: params },
  });
}

interface TemplateNode {
  readonly type?: string;
  readonly value?: unknown;
  readonly [part: string]: unknown;
}

/** Names that the template reads and nobody has given or set. */
function findMissing(sql: string, params: Params): readonly string[] {
  const read = new Set<string>();
  const written = new Set<string>(['true', 'false', 'none', 'True', 'False', 'None', 'range', 'loop', 'namespace']);
  try {
    // The syntax tree is plain data; only types and names are looked at.
    collect(new Template(sql).parsed as unknown as TemplateNode, { read, written });
  } catch {
    throw new AppError('INVALID_TEMPLATE_PARAMS_ERROR');
  }
  return [...read].filter((name) => !written.has(name) && !Object.hasOwn(params, name));
}

interface Names {
  readonly read: Set<string>;
  readonly written: Set<string>;
}

/** Parts of a node that hold names which are not variables. */
const namingParts: Readonly<Record<string, readonly string[]>> = {
  FilterExpression: ['filter'],
  TestExpression: ['test'],
  KeywordArgumentExpression: ['key'],
};
const bindingParts: Readonly<Record<string, readonly string[]>> = {
  For: ['loopvar'],
  Set: ['assignee'],
  Macro: ['name', 'args'],
};

function collect(node: unknown, names: Names): void {
  if (Array.isArray(node)) {
    for (const item of node) collect(item, names);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  // Every object of the tree is a node.
  const { type = '', ...parts } = node as TemplateNode;
  if (type === 'Identifier' && typeof parts.value === 'string') names.read.add(parts.value);
  for (const [part, child] of Object.entries(parts)) {
    if (namingParts[type]?.includes(part)) continue;
    if (type === 'MemberExpression' && part === 'property' && parts.computed !== true) continue;
    const target = bindingParts[type]?.includes(part) ? { read: names.written, written: names.written } : names;
    collect(child, target);
  }
}
