import type { CellValue } from '@powerset/contract';

/** No type of a server has more; reading them would take the square of their count. */
const mostDigits = 1000;
/** Digits before and behind the point, of the longest numbers that a server keeps. */
const longestNumber = 200_000;

/** A whole number of any length that a type can have; nothing where it has more digits than that. */
export function readWhole(text: string): CellValue {
  if (text.length > mostDigits) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

/** The nearest number that JavaScript has; nothing where there is none. */
export function readFinite(text: string): CellValue {
  if (text.length > longestNumber) return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
