import type { DatabaseChange, TestConnectionBody } from '@powerset/contract';
import { type DatabaseKind, findDatabaseKind } from '../../engines/index.ts';
import { parseDocument, type Row } from '../../metadata/index.ts';
import { invalidParameters } from './connection.ts';

/** The payload with what the fields of its form say of the database's `extra`, beside what is there already. */
export function withExtraOf<T extends TestConnectionBody>(body: T, known: string | null = null): T {
  const kind = body.sqlalchemy_uri || !body.engine ? undefined : findDatabaseKind(body.engine);
  if (!kind?.toExtra || !body.parameters) return body;
  const extra = parseDocument(body.extra ?? known ?? '{}');
  // Who checks it says what is wrong with it.
  if (!extra) return body;
  return { ...body, extra: JSON.stringify(kind.toExtra(body.parameters, extra)) };
}

/** Throws where a database's `extra` is a part of its connection and cannot be read. */
export function checkOwnExtra({ findExtraProblem }: DatabaseKind, extra: string | null | undefined): void {
  const problem = findExtraProblem?.(parseDocument(extra ?? '') ?? {});
  if (problem) throw invalidParameters(problem.message, ['catalog'], problem.entry);
}

/** Of kinds whose `extra` is a part of the connection. */
export function saysOtherExtra(row: Row<'databases'>, { extra }: DatabaseChange): boolean {
  const isPart = findDatabaseKind(row.backend)?.findExtraProblem !== undefined;
  return isPart && extra != null && (extra || '{}') !== row.extra;
}
