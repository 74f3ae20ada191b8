import { refusal } from '../remote/index.ts';
import type { NamePart } from '../warehouse/index.ts';

const storedName = /^[A-Z][A-Z0-9_$#]*$/;
const shownName = /^[a-z][a-z0-9_$#]*$/;

/**
 * The server keeps names that were written without quotes in capital letters. People, and what was made for them elsewhere, know
 * them in small ones.
 */
export function toShown(stored: string): string {
  return storedName.test(stored) ? stored.toLowerCase() : stored;
}

/** The inverse of `toShown`. */
export function toStored(shown: string): string {
  return shownName.test(shown) ? shown.toUpperCase() : shown;
}

/** A name of a statement as it is shown. Throws where it could mean one thing to permissions and another to the server. */
export function shownPart({ name, isQuoted }: NamePart): string {
  if (!isQuoted) return name.toLowerCase();
  if (shownName.test(name))
    throw refusal(`The name "${name}" must be written without quotes: in small letters it is known by that.`);
  return toShown(name);
}
