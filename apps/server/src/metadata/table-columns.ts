import type { ColumnType } from 'kysely';

/** Dates are ISO 8601 texts in UTC, flags 0 or 1, documents JSON text: the same in every store. */
export type Flag = ColumnType<number, number | undefined, number | undefined>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null | undefined>;
