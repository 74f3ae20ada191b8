import { parseDocument, stringify } from 'yaml';
import { isNestedDeeper } from './yaml-depth.ts';

const maxAliases = 100;
const maxDepth = 100;
/** More than any export holds; what holds more would keep whoever reads the value busy. */
const maxValues = 100_000;

/** Reads one YAML document as plain data: no tags, no types of its own, few aliases; throws words that say what is wrong. */
export function readYaml(text: string): unknown {
  if (isNestedDeeper(text, maxDepth)) throw new Error('Not a valid YAML file: it is nested too deeply');
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, prettyErrors: true, logLevel: 'error' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw new Error(`Not a valid YAML file: ${problem.message.split('\n')[0]}`);
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    checkSize(value);
    return value;
  } catch (error) {
    throw new Error(`Not a valid YAML file: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** Aliases make values that are larger and deeper than their text. */
function checkSize(root: unknown): void {
  let count = 0;
  const visit = (value: unknown, depth: number): void => {
    count += 1;
    if (count > maxValues) throw new Error('it holds too many values');
    if (typeof value !== 'object' || value === null) return;
    if (depth > maxDepth) throw new Error('it is nested too deeply');
    for (const item of Object.values(value)) visit(item, depth + 1);
  };
  visit(root, 0);
}

/** Writes YAML that readers of version 1.1 and 1.2 understand alike. */
export function writeYaml(value: unknown): string {
  return stringify(value, { schema: 'core', compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
