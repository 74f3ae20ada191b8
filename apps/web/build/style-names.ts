import { createHash } from 'node:crypto';
import { basename, join, relative, sep } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/**
 * What a class of a CSS module is called on the page: by its component and its own name, told apart by the file's place. The same in
 * development and in what is built, and the same as long as the file stays where it is.
 */
export function scopedName(name: string, file: string): string {
  const [path = file] = file.split('?');
  const place = relative(root, path).split(sep).join('/');
  const digest = createHash('sha256').update(place).digest('hex').slice(0, 5);
  return `${basename(path, '.module.css')}-${name}-${digest}`;
}
