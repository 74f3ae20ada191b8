/**
 * DIRECTORY. People sign in by the name and password that a directory (LDAP) knows of them. In: what was typed. Out: the person
 * of ours whom that is there, or nobody.
 */
export { directoryScheme } from './directory.ts';
export { checkKeepsPassword, isOfDirectory } from './passwords.ts';
export { createDirectoryPersons } from './persons.ts';
export { createDirectoryRound, type DirectoryRound } from './round.ts';
