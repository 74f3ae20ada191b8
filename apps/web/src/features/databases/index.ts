/**
 * DATABASES. The dialog that connects a database or changes a connection: the kind, its fields or its URI, a test, what is allowed.
 * In: the kinds that the server can open. Out: a saved connection. It stands in front of the list of databases.
 */
export * from './routes.ts';
