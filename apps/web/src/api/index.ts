/**
 * The way to the server: one client, errors in one shape, the generic resource layer (list, item, info, create, update,
 * delete, import, favourites), JSON-line streams and the session. In: resource or endpoint. Out: data, or `ApiError`.
 */
export * from './api-client.ts';
export * from './bootstrap.ts';
export * from './client.ts';
export * from './cut-off.ts';
export * from './deletions.ts';
export * from './errors.ts';
export * from './favorites.ts';
export * from './list-query.ts';
export * from './messages.ts';
export * from './opening-batch.ts';
export * from './query-client.ts';
export * from './resource-calls.ts';
export * from './resources.ts';
export * from './stream.ts';
export * from './use-resource.ts';
