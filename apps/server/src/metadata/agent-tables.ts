import type { Generated } from 'kysely';
import type { Optional } from './table-columns.ts';

/** Programs that made themselves known; none may do anything by that. */
export interface AgentClientsTable {
  id: string;
  /** What it calls itself. */
  name: string;
  /** JSON: the addresses to which browsers may be sent back. */
  redirect_uris: string;
  may_refresh: number;
  created_on: string;
  /** When somebody let it in last. */
  used_on: Optional<string>;
}

/** What a browser brings a program that was let in, for tokens. */
export interface AgentCodesTable {
  code_hash: string;
  client_id: string;
  user_id: number;
  redirect_uri: string;
  challenge: string;
  scope: string;
  resource: string;
  expires_on: string;
  /** What became of it; set once. */
  grant_id: Optional<number>;
}

/** Programs that were let in as somebody. */
export interface AgentGrantsTable {
  id: Generated<number>;
  user_id: number;
  client_id: string;
  name: string;
  redirect_host: string;
  scope: string;
  resource: string;
  created_on: string;
  expires_on: string;
  revoked_on: Optional<string>;
  last_used_on: Optional<string>;
}

/** Their tokens, `access` and `refresh`; of each the hash alone. */
export interface AgentTokensTable {
  token_hash: string;
  grant_id: number;
  user_id: number;
  kind: string;
  scope: string;
  expires_on: string;
  /** Of a refresh token: when it was exchanged for the next. */
  spent_on: Optional<string>;
}
