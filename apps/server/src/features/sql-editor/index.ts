/**
 * SQL LAB. The SQL editor's server side: text -> template -> analysis, permission, limit -> run -> stored result ->
 * windows, profiles and files of it. In: scripts that people write. Out: runs, and their results.
 */

export { ownedRoutes } from './owned-routes.ts';
export { createEditorResults } from './results.ts';
export { registerSqlEditor, type SqlEditor, type SqlEditorOptions } from './routes.ts';
