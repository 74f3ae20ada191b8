/** CSS of a chart's own: no rule reaches outside of it, and nothing is fetched for it. */
const longest = 50_000;
const maxRules = 1_000;

/** At-rules whose blocks hold rules, and those whose blocks are kept as they are. */
const conditional = /^@(media|supports|container|layer)\b/i;
const kept = /^@(-webkit-)?keyframes\b/i;

/** Rewrites CSS so that each of its rules is about the parts of one element, which `scope` selects. */
export function scopeCss(css: string, scope: string): string {
  const plain = css.slice(0, longest).replace(/\/\*[\s\S]*?(\*\/|$)/g, ' ');
  return scopeRules(plain, { scope, budget: { left: maxRules }, depth: 0 });
}

interface Scoping {
  readonly scope: string;
  readonly budget: { left: number };
  readonly depth: number;
}

const deepest = 5;

function scopeRules(css: string, given: Scoping): string {
  const written: string[] = [];
  for (const { head, block } of rulesIn(css)) {
    given.budget.left -= 1;
    if (given.budget.left < 0) break;
    const rule = scopeRule(head, block, given);
    if (rule) written.push(rule);
  }
  return written.join('\n');
}

function scopeRule(head: string, block: string, given: Scoping): string | null {
  if (conditional.test(head) && given.depth < deepest) {
    if (/[\\<]/.test(head)) return null;
    return `${head} {\n${scopeRules(block, { ...given, depth: given.depth + 1 })}\n}`;
  }
  if (kept.test(head)) {
    const frames = rulesIn(block).map((frame) => `${frame.head} { ${cleanDeclarations(frame.block)} }`);
    return /^@[\w-]+\s+[\w-]+$/.test(head) ? `${head} { ${frames.join(' ')} }` : null;
  }
  if (head === '' || head.startsWith('@') || /[\\<{}]/.test(head)) return null;
  const selectors = splitOutside(head, ',').map((selector) => scopedSelector(selector.trim(), given.scope));
  return `${selectors.join(', ')} { ${cleanDeclarations(block)} }`;
}

/** The page's own elements mean the chart. */
function scopedSelector(selector: string, scope: string): string {
  const rest = selector.replace(/^(:root|:host|html|body|:scope)(?![\w-])/i, '').trim();
  // What follows as a sibling would be another part of the page.
  return /^[~+]/.test(rest) ? `${scope} ${rest.slice(1).trim() || '*'}` : `${scope} ${rest || '*'}`;
}

interface CssRule {
  readonly head: string;
  readonly block: string;
}

/** Rules of a text, each with what stands between its braces; what has no braces is no rule. */
function rulesIn(css: string): readonly CssRule[] {
  const rules: CssRule[] = [];
  let [headStart, blockStart, depth] = [0, 0, 0];
  for (const { sign, at } of signsIn(css)) {
    if (sign === ';' && depth === 0) headStart = at + 1;
    if (sign === '{') {
      if (depth === 0) blockStart = at;
      depth += 1;
    }
    if (sign !== '}') continue;
    depth -= 1;
    if (depth < 0) depth = 0;
    else if (depth > 0) continue;
    if (blockStart > headStart || css[blockStart] === '{')
      rules.push({ head: css.slice(headStart, blockStart).trim(), block: css.slice(blockStart + 1, at) });
    headStart = at + 1;
    blockStart = at + 1;
  }
  return rules;
}

/** Signs that mean something, outside of quoted texts. */
function* signsIn(css: string): Generator<{ readonly sign: string; readonly at: number }> {
  let quote = '';
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at] ?? '';
    if (sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote || sign === '\n' ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else yield { sign, at };
  }
}

/** Parts of a text between a sign, where it stands in no brackets and no quotes. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let [start, depth] = [0, 0];
  for (const { sign, at } of signsIn(text)) {
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const fetching = /url\s*\(|image-set|expression\s*\(|-moz-binding|behavior\s*:|javascript:|@import|src\s*\(/i;

/** Declarations without those that fetch something, run something or leave the frame. */
export function cleanDeclarations(block: string): string {
  return splitOutside(block, ';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => isHarmless(declaration.replace(/"[^"]*"|'[^']*'/g, '""')))
    .filter((declaration) => !declaration.includes('<'))
    .join('; ');
}

const isHarmless = (declaration: string) =>
  /^(--)?[a-z-][\w-]*\s*:/i.test(declaration) &&
  // A quote that is left is one that does not end.
  !/[{}\\"']/.test(declaration.replaceAll('""', '')) &&
  !fetching.test(declaration) &&
  !/^position\s*:\s*(fixed|sticky)/i.test(declaration);
