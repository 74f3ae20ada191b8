/**
 * The repository stands alone: no paths of one machine, no package registry, no word about the making of the code.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../sources.mjs';

export const title = 'Forbidden words';

const own = /^tools\/checks\/forbidden-words\./;
const textFiles =
  /\.(ts|tsx|mjs|js|json|md|css|html|yml|yaml|sh|svg|csv|txt)$|(^|\/)(run|LICENSE|\.npmrc|\.gitignore)$/;
const words = [
  { pattern: /(^|[\s"'`(=:])\/(work|tmp\/brief|root)\//, why: 'a path of one machine' },
  { pattern: /\/home\/[a-z]\w*\//, why: 'a path of one machine' },
  { pattern: /registry\.(npmjs|yarnpkg)|npm\.pkg\.github/, why: 'a package registry' },
  { pattern: /\b(claude|anthropic|chatgpt|openai|copilot)\b/i, why: 'the making of the code' },
  { pattern: /\b(generated|written) by (an? )?(ai|llm|language model)\b/i, why: 'the making of the code' },
];
const neighbour = {
  pattern: /\.\.\/shared\/(fixtures|spec|design|reference|tools)/,
  why: 'a folder outside the repository',
};
/** The one place that looks for optional fixtures beside the checkout. */
const mayLookBeside = /^testkit\/src\/shared-fixtures(\.test)?\.ts$/;

export function check({ root }) {
  return listFiles(root, ['.'], (path) => textFiles.test(path) && !own.test(path)).flatMap((path) =>
    wordsIn(root, path),
  );
}

function wordsIn(root, path) {
  const rules = mayLookBeside.test(path) ? words : [...words, neighbour];
  const lines = readFileSync(join(root, path), 'utf8').split('\n');
  return lines.flatMap((text, at) =>
    rules
      .filter(({ pattern }) => pattern.test(text))
      .map(({ why }) => ({ path, line: at + 1, message: `speaks of ${why}` })),
  );
}
