/** Matches everything, and counts for as much as an id: nothing of the page is called so. */
const weight = ':not(#raised)';

/** One selector of a list; commas in brackets and texts part nothing. */
function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: sign, index } of text.matchAll(/\\.|"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|[()[\],]/gs)) {
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}

/**
 * The selectors with the weight of an id more. Those of bare elements stay as they are: they would reach every button of
 * the page.
 */
export function raiseSelectors(text: string): string {
  return splitList(text)
    .map((part) => (/[.#[]/.test(part) ? part.replace(/^(?:[a-z_-][\w-]*|\*|&)?/i, (head) => head + weight) : part))
    .join(', ');
}

/** Lets the rules of a sheet win over the product's own, whatever these are made of; among themselves they stay as they were. */
export function raiseRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = raiseSelectors(rule.selectorText);
    else if (rule instanceof CSSGroupingRule && !(rule instanceof CSSPageRule)) raiseRules(rule.cssRules);
  }
}
