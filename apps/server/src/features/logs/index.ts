/**
 * LOGS. What users did: events of the interface in, and what the server notes of each call that signs in, changes, exports or shares;
 * recent activity and the action log out.
 */
export { type Audit, installAudit } from './audit.ts';
export { noteAction, registerLogs } from './routes.ts';
