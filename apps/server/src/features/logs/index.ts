/**
 * LOGS. What users did: events of the interface in, recent activity out.
 */
export { registerLogs } from './routes.ts';
