/**
 * LOG. The server's log as JSON lines that nobody can forge and that hold no secret.
 * In: the configuration, or where lines go. Out: a logger.
 */
export { createLog, createLogTo } from './log.ts';
