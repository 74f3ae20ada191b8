import type { Flag, Optional } from './table-columns.ts';

/** Who a person is at an identity provider; one identity of each at most. */
export interface UserIdentitiesTable {
  issuer: string;
  /** The provider's own name for the person, which never changes hands: `sub`. */
  subject: string;
  user_id: number;
  created_on: string;
}

/** Links by which people choose their passwords; of each only what its token hashes to. */
export interface PasswordLinksTable {
  token_hash: string;
  user_id: number;
  /** `reset` or `invitation`. */
  purpose: string;
  created_on: string;
  expires_on: string;
}

/** What a person proves himself with besides the password. */
export interface SecondFactorsTable {
  user_id: number;
  /** Null until a code of it was shown. */
  confirmed_on: Optional<string>;
  /** The step of time whose code was taken last: none is taken twice. */
  last_step: Flag;
  /** Wrong codes in a row, and when the last of them came. */
  wrong_count: Flag;
  wrong_on: Optional<string>;
  /** Encrypted with the installation's key. */
  secret: string;
  /** JSON of what the recovery codes that are left hash to. */
  recovery: Optional<string>;
}
