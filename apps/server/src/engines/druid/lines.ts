import type { Readable } from 'node:stream';
import { refusal } from '../remote/index.ts';

const largestLine = 16 * 1024 * 1024;

/**
 * The lines of a text as they come, those of a portion together. The last list holds what follows the last line break, where there
 * is anything.
 */
export async function* readLines(body: Readable): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const part of body) {
    const text = decoder.decode(part, { stream: true });
    const end = text.lastIndexOf('\n');
    if (end >= 0) {
      yield `${rest.join('')}${text.slice(0, end)}`.split('\n');
      rest = [];
      length = 0;
    }
    rest.push(text.slice(end + 1));
    length += text.length - end - 1;
    if (length > largestLine)
      throw refusal('A part of the answer is larger than 16 MB. Read fewer columns, or shorten long texts.');
  }
  const last = rest.join('') + decoder.decode();
  if (last !== '') yield [last];
}
