/**
 * SINGLE SIGN-ON. People sign in at an identity provider (OpenID Connect, SAML) instead of by a password. In: the way there and back.
 * Out: a person of ours, found by who he is there, with the roles that the provider's groups stand for.
 */
export { registerSingleSignOn } from './routes.ts';
export { registerSaml, samlSignOutAddress } from './saml/index.ts';
