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
