import type { WireApiKey } from '@powerset/contract';
import { toWireUserSummary, type UserSummary } from '../../lists/index.ts';
import type { Row } from '../../metadata/index.ts';

export function toWireApiKey(row: Row<'api_keys'>, owner: UserSummary | undefined, now: Date): WireApiKey {
  return {
    id: row.id,
    name: row.name,
    key_prefix: row.key_prefix,
    scopes: row.scopes === 'all' ? 'all' : 'read',
    active: row.revoked_on === null && Date.parse(row.expires_on) > now.getTime(),
    created_on: row.created_on,
    expires_on: row.expires_on,
    revoked_on: row.revoked_on,
    last_used_on: row.last_used_on,
    user: toWireUserSummary(owner),
  };
}
