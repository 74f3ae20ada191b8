import type { DescribedEndpoint } from '@powerset/contract';
import type { User } from '../access/index.ts';
import { AppError } from './app-error.ts';

/** What pages keep of themselves while they are looked at, and the ways out. */
const allowed = /^(explore\.form_data|dashboard\.filter_state|time_range|security\.(view_as_delete|sign_out)$)/;
/** They stand in the history of whoever runs them, or end what that person runs. */
const leavesTraces = /^(sql_editor\.execute|query_run\.stop|mcp\.)/;

/** Who looks as somebody else changes nothing: it would be that person's doing. */
export function checkViewAs(
  { id, method, isForReading }: Pick<DescribedEndpoint, 'id' | 'method' | 'isForReading'>,
  { viewedBy, username }: User,
): void {
  if (!viewedBy || method === 'GET' || allowed.test(id)) return;
  if (isForReading && !leavesTraces.test(id)) return;
  throw new AppError('VIEW_ONLY_ERROR', { params: { name: username } });
}
