import type { LanguageCode } from '@powerset/contract';
import { plainNumber } from '../../../i18n/index.ts';
import type { FilterSubject, Scalar } from './adhoc-filter.ts';

/** A number as it is being typed: the number, the text where it is none yet, undefined where nothing stands. */
export function readTypedNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : text;
}

/** Something was typed that is no number. */
export const isNoNumber = (value: unknown): boolean =>
  typeof value === 'string' && typeof readTypedNumber(value) === 'string';

/** What a filter compares with: a number where its column has numbers, as the language writes them. */
export function toComparator(value: Scalar, subject: FilterSubject | undefined, language: LanguageCode): Scalar {
  if (subject?.type !== 'number' || subject.advancedType || typeof value !== 'string' || value.trim() === '')
    return value;
  const plain = plainNumber(value, language);
  return Number.isNaN(Number(plain)) ? value : Number(plain);
}
