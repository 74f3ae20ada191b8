/**
 * LOGS. What users did: events of the interface in, recent activity out.
 */
export { noteAction, registerLogs } from './routes.ts';
