import { isRecord } from '@powerset/chart-kit';

/** Says a text of the catalogue in the reader's language. */
export type Say = (text: string, values?: Readonly<Record<string, string | number>>) => string;

/** Whatever was thrown as an error. */
export const toError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String((isRecord(thrown) && thrown.message) || thrown));
