/**
 * TRINO. One catalog of a server of Trino, or of its elder sister Presto, over their own protocol. Statements are read by a grammar of our own, and only
 * those that read are sent. In: statements. Out: result tables, analyses, EngineErrors.
 */

export { ServerWords, toEngineError } from './errors.ts';
export { readStatements as readTrinoScript } from './grammar.ts';
export { openTrino, type TrinoOptions } from './open.ts';
export { withSecretSignIn } from './secret-sign-in.ts';
export { findUriProblem, fromUri, usualSchema } from './uri.ts';
export { familyOf as trinoFamilyOf } from './values.ts';
