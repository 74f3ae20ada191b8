/**
 * WHAT LIES IN DATABASES. Schemas, tables and columns as the SQL editor and the making of a dataset read them.
 * In: a database's id, a schema, a table. Out: queries for TanStack Query, kept for minutes and shared.
 */
export * from './table-calls.ts';
