/** What an identity provider or a directory says of a person. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Who gets an account here, of which name and with which roles. */
export interface IdentityRules {
  readonly userNameClaim: string;
  /** Null where roles are given here. */
  readonly rolesClaim: string | null;
  /** Names of the roles that a group stands for. */
  readonly roleNames: Readonly<Record<string, readonly string[]>>;
  readonly defaultRoles: readonly string[];
  /** Whether roles follow the groups at each sign-in, or begin with them. */
  readonly syncsRoles: boolean;
  readonly createsUsers: boolean;
  readonly trustsUserNames: boolean;
}
