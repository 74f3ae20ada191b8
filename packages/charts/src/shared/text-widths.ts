const narrow = /[ijltfrI1.,:;'|!()[\] ]/;
const wide = /[mwMW@%—]/;

/** Width of text in px at a font size, near enough to lay out by, without a canvas. Wide scripts count double. */
export function estimateTextWidth(text: string, fontSize = 11): number {
  let units = 0;
  for (const char of text) units += unitsOf(char);
  return units * fontSize;
}

function unitsOf(char: string): number {
  if (narrow.test(char)) return 0.32;
  if (wide.test(char)) return 0.86;
  return (char.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 0.58;
}

/** Width of a large figure: half-bold, its digits all as wide as the widest. */
export function estimateFigureWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const char of text) units += /\d/.test(char) ? 0.65 : unitsOf(char) * 1.06;
  return units * fontSize;
}

/** Text cut so that it fits, with an ellipsis. */
export function fitText(text: string, width: number, fontSize = 11): string {
  if (estimateTextWidth(text, fontSize) <= width) return text;
  let kept = '';
  for (const char of text) {
    if (estimateTextWidth(`${kept}${char}…`, fontSize) > width) break;
    kept += char;
  }
  return kept === '' ? '' : `${kept.trimEnd()}…`;
}

/** The most of a table's width that a text may take, as a style: one long name must not push all else out of sight. */
export function mostOfText(width: number): Readonly<Record<string, string>> {
  return { '--most-of-text': `${Math.round(Math.max(120, width * 0.55))}px` };
}

/** Texts of a table that are longer may be cut off on a narrow card, and are told in full to who points at them. */
export const longText = 24;
