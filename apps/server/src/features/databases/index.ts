/**
 * DATABASES. Connected databases: their connections, schemas, tables, columns, and mistakes in SQL for them.
 * In: connections and names. Out: what the asking user may see of them, in the reference's shapes.
 */
export { createConnectionCodec } from './connection-codec.ts';
export { ensureEmbeddedDatabase, setEmbeddedAside } from './embedded.ts';
export { registerDatabases } from './routes.ts';
