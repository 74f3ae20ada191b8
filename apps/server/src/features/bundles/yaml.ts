import { parseDocument, stringify } from 'yaml';

const maxAliases = 100;
const maxDepth = 100;

/** Reads one YAML document as plain data: no tags, no types of its own, few aliases; throws words that say what is wrong. */
export function readYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', uniqueKeys: true, prettyErrors: true, logLevel: 'error' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem) throw new Error(`Not a valid YAML file: ${problem.message.split('\n')[0]}`);
  try {
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    checkDepth(value, 0);
    return value;
  } catch (error) {
    throw new Error(`Not a valid YAML file: ${(error as Error).message.split('\n')[0]}`);
  }
}

function checkDepth(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new Error('it is nested too deeply');
  for (const item of Object.values(value)) checkDepth(item, depth + 1);
}

/** Writes YAML that readers of version 1.1 and 1.2 understand alike. */
export function writeYaml(value: unknown): string {
  return stringify(value, { schema: 'core', compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
