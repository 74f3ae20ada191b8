import { sqlEditorEndpoints, type WireQueryRun } from '@powerset/contract';
import type { Client } from '../../../../api/index.ts';
import type { ResultSelection } from '../result-calls.ts';

/** The statement of a result with filters and search of it as conditions of its own. */
export async function loadFilteredSql(
  api: Client,
  { resultsKey, sql }: WireQueryRun,
  { filters = [], search }: Pick<ResultSelection, 'filters' | 'search'>,
): Promise<string> {
  const body = { sql, filters: [...filters], ...(search ? { search } : {}) };
  const params = { key: resultsKey ?? '' };
  return (await api.callEndpoint(sqlEditorEndpoints.filterSql, { params, body })).result;
}

/** The text with another statement in the place of one; null where that one is not there, or not only once. */
export function replaceStatement(text: string, statement: string, next: string): string | null {
  const sought = statement.replace(/[;\s]+$/, '').trimStart();
  const at = text.indexOf(sought);
  if (sought === '' || at < 0 || text.includes(sought, at + 1)) return null;
  return `${text.slice(0, at)}${next}${text.slice(at + sought.length)}`;
}
