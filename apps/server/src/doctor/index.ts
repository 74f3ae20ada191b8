/**
 * DOCTOR. Looks at an installation and says what is well, what is not and what to do; changes nothing, beside a running server too.
 * In: the settings. Out: findings in sentences, and whether one of them keeps the server from its work.
 */
export { findDoctor } from './command.ts';
