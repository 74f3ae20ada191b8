type Catalogue = Readonly<Record<string, string>>;

interface Pattern {
  /** What stands around the gaps, in its order; the first and the last may be empty. */
  readonly parts: readonly string[];
  readonly gaps: readonly string[];
  readonly text: string;
}

/** Longer ones are no sentences. */
const longest = 5000;
const gap = /\{\{(\d+)\}\}/;

/**
 * Says sentences of the server in another language: whole ones, those with gaps (`{{1}}`), and those behind the name of a
 * field. Anything else stays as it is; never throws.
 */
export function createServerWords(catalogue: Catalogue): (text: string) => string {
  const whole = new Map(Object.entries(catalogue));
  // Of two that fit, the one that says more is meant.
  const patterns = Object.entries(catalogue)
    .filter(([text]) => gap.test(text))
    .map(([text, own]) => toPattern(text, own))
    .sort((left, right) => right.parts.join('').length - left.parts.join('').length);
  const sayOne = (text: string): string | undefined => {
    const known = whole.get(text);
    if (known !== undefined) return known;
    for (const pattern of patterns) {
      const values = valuesIn(text, pattern);
      if (values)
        return fill(
          pattern,
          values.map((value) => whole.get(value) ?? value),
        );
    }
    return undefined;
  };
  return (text) => {
    if (text.length > longest) return text;
    const said = sayOne(text);
    if (said !== undefined) return said;
    const [, field = '', rest = ''] = /^([\w.]{1,80}: )([\s\S]+)$/.exec(text) ?? [];
    return field + (sayOne(rest) ?? (rest || text));
  };
}

function toPattern(text: string, own: string): Pattern {
  const pieces = text.split(gap);
  return {
    parts: pieces.filter((_, at) => at % 2 === 0),
    gaps: pieces.filter((_, at) => at % 2 === 1),
    text: own,
  };
}

/** What stands in the gaps, each as short as it goes; nothing where the text is another one. Takes no longer than the text is long. */
function valuesIn(text: string, { parts }: Pattern): readonly string[] | null {
  const [first = '', ...others] = parts;
  const last = others.pop() ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || end < first.length) return null;
  const values: string[] = [];
  let at = first.length;
  for (const part of others) {
    const next = text.indexOf(part, at);
    if (next < 0 || next + part.length > end) return null;
    values.push(text.slice(at, next));
    at = next + part.length;
  }
  return [...values, text.slice(at, end)];
}

function fill({ text, gaps }: Pattern, values: readonly string[]): string {
  return text.replace(/\{\{(\d+)\}\}/g, (_gap, number: string) => values[gaps.indexOf(number)] ?? '');
}
