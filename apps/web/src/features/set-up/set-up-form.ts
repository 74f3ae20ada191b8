import type { SetUpBody } from '@powerset/contract';

export interface SetUpForm {
  readonly token: string;
  readonly username: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
}

/** The token that the printed address carries, in its query or its fragment. */
export function tokenFrom(address: { readonly search: string; readonly hash: string }): string {
  const fromQuery = new URLSearchParams(address.search).get('token');
  const fromHash = new URLSearchParams(address.hash.replace(/^#/, '')).get('token');
  return fromQuery ?? fromHash ?? '';
}

/** The body of the call: what was left empty is left out. */
export function toSetUpBody({ token, username, password, ...optional }: SetUpForm): SetUpBody {
  const written = Object.entries(optional).map(([name, value]) => [name, value.trim()] as const);
  return {
    token: token.trim(),
    username: username.trim(),
    password,
    ...Object.fromEntries(written.filter(([, value]) => value !== '')),
  };
}
