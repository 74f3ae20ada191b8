/**
 * DATABASES. Connected databases: their connections, schemas, tables, columns, and mistakes in SQL for them.
 * In: connections and names. Out: what the asking user may see of them, in the reference's shapes.
 */
export { createConnectionRoom } from './connection-room.ts';
export { ensureEmbeddedDatabase } from './embedded.ts';
export { registerDatabases } from './routes.ts';
