/**
 * DATABASE TOKENS. Who people are in databases that ask everybody to sign in as themselves. In: a person and a database, and
 * what a provider sends back. Out: the token with which the database is asked, or where to sign in first.
 */
export { type BroughtBack, type Coming, type ComingProblem, comeBack } from './coming-back.ts';
export { createTokens, type TokenDeps, type TokensOf } from './tokens.ts';
