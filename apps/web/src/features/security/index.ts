/**
 * PEOPLE. Users and roles, and what data each role opens.
 * In: the security resources of the API. Out: two pages on the generic list, each with its dialog.
 */
export * from './routes.ts';
