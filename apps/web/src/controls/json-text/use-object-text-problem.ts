import { useT } from '../../i18n/index.ts';
import { readObjectText } from './object-text.ts';

/** Why the text cannot be stored, with the place; null where it can. */
export function useObjectTextProblem(text: string): string | null {
  const t = useT();
  const read = readObjectText(text);
  if ('value' in read) return null;
  if (!read.place) return t('An object is wanted here: { … }');
  const { line, column } = read.place;
  return t('This is no JSON from line {{line}}, column {{column}} on.', { line, column });
}
