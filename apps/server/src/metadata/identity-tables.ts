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
