import type { Pen } from './surface.ts';

const ellipsis = '…';

/** A text cut to a width, with an ellipsis where it was cut. */
export function fitText(pen: Pen, text: string, width: number): string {
  if (pen.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pen.measureText(text.slice(0, middle) + ellipsis).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : text.slice(0, low) + ellipsis;
}

/** A text in lines of a width, at most so many; what is beyond the last is cut. */
export function wrapText(pen: Pen, text: string, { width, lines }: { readonly width: number; readonly lines: number }) {
  const done: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(/\s+/)) {
      const longer = line ? `${line} ${word}` : word;
      if (line && pen.measureText(longer).width > width) {
        done.push(line);
        line = word;
      } else line = longer;
      if (done.length >= lines) break;
    }
    done.push(line);
    if (done.length >= lines) break;
  }
  return done.slice(0, lines).map((line) => fitText(pen, line, width));
}
