/**
 * WORDS. Everything that crosses the wire: schemas, endpoints, the error catalogue, the result table.
 * One file per resource; the server derives routes and OpenAPI from it, the web its calls.
 */
export * from './chart-data.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './lists.ts';
export * from './query-objects.ts';
export * from './result-tables.ts';
export * from './rison.ts';
export * from './security.ts';
export * from './system.ts';
