import { securityEndpoints, urlOf } from '@powerset/contract';
import { useBootstrapQuery } from '../../api/index.ts';

/** A provider at which people sign in: what it is called, and how one gets there. */
export interface SignInWay {
  readonly kind: 'provider' | 'saml';
  readonly name: string;
  readonly addressTo: (query: { readonly next?: string; readonly connect?: string }) => string;
}

/** Those that the server's settings name. */
export function useSignInWays(): readonly SignInWay[] {
  const conf = useBootstrapQuery().data?.conf;
  const ways: readonly (Omit<SignInWay, 'name'> & { readonly name: unknown })[] = [
    {
      kind: 'provider',
      name: conf?.OIDC_LABEL,
      addressTo: (query) => urlOf(securityEndpoints.startSingleSignOn, { query }),
    },
    { kind: 'saml', name: conf?.SAML_LABEL, addressTo: (query) => urlOf(securityEndpoints.startSaml, { query }) },
  ];
  return ways.flatMap(({ name, ...way }) => (typeof name === 'string' ? [{ ...way, name }] : []));
}

/** What an address says of a way that led nowhere, if it was this one. */
export function failureOf({ kind }: SignInWay, search: string): string | null {
  const said = new URLSearchParams(search);
  return (said.get('at') === 'saml') === (kind === 'saml') ? said.get('sso') : null;
}
