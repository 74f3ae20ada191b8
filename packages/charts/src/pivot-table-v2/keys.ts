import type { CellValue } from '@powerset/contract';

/** A step of a path: text by which equal keys meet, apart from how they are shown. */
export const keyOf = (value: CellValue): string => `${typeof value}:${String(value)}`;

/** The step of a path that leaves a level open, on the way to a metric below it. */
export const anyKey = '';
