/**
 * DATABASE HEALTH. Which connected databases answer, and why one does not.
 * In: the asking user. Out: what is known of the databases that are in use, and of one that is tried now.
 */
export { registerDatabaseHealth } from './routes.ts';
