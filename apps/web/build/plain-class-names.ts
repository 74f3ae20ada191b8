import { posix } from 'node:path';
import type { ESTree, Plugin } from 'vite';
import { scopedName } from './style-names.ts';

type Node = ESTree.Node;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Writes `styles.name` of a CSS module as the class that it stands for, so that what is built carries no table of all classes of
 * each module. The check `Style classes` sees to it that a module is used in no other way.
 */
export function plainClassNames(): Plugin[] {
  return [
    {
      name: 'powerset-plain-class-names',
      apply: 'build',
      transform(code, id) {
        if (!code.includes('.module.css') || id.endsWith('.module.css')) return null;
        const edits = editsOf(this.parse(code), posix.dirname(id.split('\\').join('/')));
        const lastFirst = edits.sort((one, other) => other.start - one.start);
        return { code: lastFirst.reduce(apply, code), map: null };
      },
    },
    {
      name: 'powerset-class-tables',
      apply: 'build',
      // After the bundler has taken the sheet out: what is left is its table, and the sign that the sheet is needed.
      enforce: 'post',
      transform: (_code, id) =>
        id.endsWith('.module.css') ? { code: 'export {};', map: null, moduleSideEffects: 'no-treeshake' } : null,
    },
  ];
}

function apply(code: string, { start, end, text }: Edit): string {
  return code.slice(0, start) + text + code.slice(end);
}

function editsOf(program: ESTree.Program, folder: string): Edit[] {
  const files = new Map<string, string>();
  const edits: Edit[] = [];
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !node.source.value.endsWith('.module.css')) continue;
    for (const { local } of node.specifiers) files.set(local.name, posix.join(folder, node.source.value));
    edits.push({ start: node.start, end: node.end, text: `import ${JSON.stringify(node.source.value)};` });
  }
  visit(program, (node) => {
    if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return;
    const file = files.get(node.object.name);
    const name = node.property.type === 'Identifier' ? node.property.name : undefined;
    if (file && name && !node.computed)
      edits.push({ start: node.start, end: node.end, text: JSON.stringify(scopedName(name, file)) });
  });
  return edits;
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
