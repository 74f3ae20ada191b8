import type { LanguageCode } from '@powerset/contract';

/** Those that write `1,5`. */
const commaLanguages: readonly LanguageCode[] = ['de', 'es', 'fr', 'pt'];

/** Digits, one decimal sign, an exponent; also what is half typed. */
const pointStyle = /^[-+]?\d*\.?\d*(e[-+]?\d+)?$/i;
const space = '[ \\u00a0\\u2009\\u202f]';

/** Groups of three digits, at least so many, with a decimal sign after them. */
const isGrouped = (text: string, sign: { group: string; decimal: string }, least: number): boolean =>
  new RegExp(`^[-+]?[1-9]\\d{0,2}(${sign.group}\\d{3}){${least},}(${sign.decimal}\\d*)?$`).test(text);

/**
 * A number as people write it in their language, with a point for the decimal sign and without groups: `1,5` and
 * `1.234,5` in German. Groups are taken where they can be nothing else: `1.500` in German is as much as `1.5`, and so
 * it stays, unless only whole numbers are asked for. What is no number stays as it was typed.
 */
export function plainNumber(text: string, language: LanguageCode, isWhole = false): string {
  const trimmed = text.trim();
  const spaced = new RegExp(`(?<=\\d)${space}(?=\\d{3}(\\D|$))`, 'g');
  const digits = isGrouped(trimmed, { group: space, decimal: '[.,]' }, 1) ? trimmed.replace(spaced, '') : trimmed;
  const cut = (group: string, decimal: string) => digits.replaceAll(group, '').replace(decimal, '.');
  const hasComma = commaLanguages.includes(language);
  // Where the decimal sign is a point, nothing but a group has a comma; where it is a comma, a single point may be either.
  const leastOfCommas = !hasComma || digits.includes('.') ? 1 : 2;
  const leastOfPoints = (isWhole && hasComma) || digits.includes(',') ? 1 : 2;
  if (isGrouped(digits, { group: ',', decimal: '\\.' }, leastOfCommas)) return cut(',', '.');
  if (isGrouped(digits, { group: '\\.', decimal: ',' }, leastOfPoints)) return cut('.', ',');
  const pointed = hasComma ? digits.replace(',', '.') : digits;
  return pointStyle.test(pointed) && !(digits.includes(',') && digits.includes('.')) ? pointed : text;
}

/** What stands in a field for whole numbers, without groups once it is one. */
export function plainWhole(text: string, language: LanguageCode): string {
  const plain = plainNumber(text, language, true);
  return /^-?\d+$/.test(plain) ? plain : text;
}

/** A number, or what is typed of one, with the decimal sign of the language. */
export function shownNumber(value: unknown, language: LanguageCode): string {
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  const text = String(value);
  return commaLanguages.includes(language) && pointStyle.test(text) ? text.replace('.', ',') : text;
}
