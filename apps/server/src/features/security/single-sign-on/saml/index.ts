/**
 * SAML. People sign in at a SAML 2.0 provider. In: the way there, and what its page sends back. Out: a person of ours.
 * The provider's page posts from another site, so no cookie comes with it: what it sends is looked at and kept, and the
 * browser that was sent there fetches it with the cookie that it was given.
 */
export { samlScheme } from './assertions.ts';
export { registerSaml } from './routes.ts';
export { samlSignOutAddress } from './sign-out.ts';
