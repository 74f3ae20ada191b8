import type { Generated } from 'kysely';
import type { Flag, Optional } from './table-columns.ts';

export interface UsersTable {
  id: Generated<number>;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string;
  is_active: Flag;
  created_on: string;
  changed_on: string;
  changed_by_fk: Optional<number>;
  credentials_changed_on: Optional<string>;
  token_epoch: Flag;
  last_login: Optional<string>;
  login_count: Flag;
}

export interface SessionsTable {
  id_hash: string;
  user_id: number;
  csrf_token: string;
  created_on: string;
  expires_on: string;
  user_agent: Optional<string>;
  address: Optional<string>;
  /** To a quarter of an hour. */
  last_used_on: Optional<string>;
  /** Whom an administrator sees the product as. */
  viewed_id: Optional<number>;
  /** `password`, `passkey` or `provider`; null of sessions from before that was kept. */
  signed_in_by: Optional<string>;
}

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

/** Who asked for an account and has not shown yet that the address is his; of the link only what its token hashes to. */
export interface RegistrationsTable {
  id: Generated<number>;
  /** The address in small letters: one row for each. */
  address_key: string;
  token_hash: string;
  /** 1 where somebody has the address already and was told so: no link, but a reason to send no second mail. */
  is_known: Flag;
  /** What the person would be called, until he says otherwise. */
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  created_on: string;
  expires_on: string;
}

/** What a SAML provider calls a session that it began. */
export interface SamlSessionsTable {
  id_hash: string;
  /** Of the provider's name and what it calls the person. */
  name_hash: string;
  /** JSON of a NameID. */
  name_id: string;
  session_index: Optional<string>;
}

/** What a SAML provider said of a person, until the browser that was sent there comes for it. */
export interface SamlAnswersTable {
  /** Of the provider's name and the assertion's own: none is taken twice. */
  assertion_hash: string;
  request_id: string;
  /** JSON of who came; null once it was taken. */
  claims: Optional<string>;
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

/** A key pair whose private half an authenticator of the person keeps. */
export interface PasskeysTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** As the authenticator calls it; of nobody else. */
  credential_id: string;
  public_key: string;
  /** As WebAuthn calls the person: the same of all of them, and says nothing of anybody. */
  user_handle: string;
  /** JSON of the ways in which browsers reach the authenticator. */
  transports: string;
  /** How often the authenticator says that it was used; 0 of those that do not count. */
  counter: number;
  created_on: string;
  last_used_on: Optional<string>;
}

/** What a passkey has signed: nothing is taken twice. */
export interface SpentChallengesTable {
  challenge_hash: string;
  expires_on: string;
}
