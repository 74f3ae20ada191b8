/** Indicators that open a level each within one line: `- - - a`, `? ? a`. */
const compactLevels = /^[ \t]*((?:[-?][ \t]+)+)/;

/**
 * Whether a text may be nested deeper than so many levels, found by one look at each character: its reader works in steps
 * that grow with the depth. Brackets within texts are not told from others; more than a few left open are rare in both.
 */
export function isNestedDeeper(text: string, maxDepth: number): boolean {
  return hasDeepBrackets(text, maxDepth * 5) || hasDeepLines(text, maxDepth);
}

function hasDeepBrackets(text: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Levels by indentation, which each need a line that stands further to the right. */
function hasDeepLines(text: string, maxDepth: number): boolean {
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const indent = line.search(/[^ ]/);
    if (indent < 0) continue;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    const compact = compactLevels.exec(line)?.[1]?.replace(/[ \t]/g, '').length ?? 0;
    if (indents.length + compact > maxDepth * 5) return true;
  }
  return false;
}
