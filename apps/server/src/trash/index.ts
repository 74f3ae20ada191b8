/**
 * TRASH. What was deleted waits here until it is brought back or its days are over.
 * In: objects that are about to be deleted. Out: their rows, kept whole, and put back under the same ids.
 */
export { expiryLimit, forgetExpired, putInTrash } from './keep.ts';
export { viewOfType } from './kinds.ts';
export { restoreObject } from './restore.ts';
