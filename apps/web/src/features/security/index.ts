/**
 * PEOPLE. Users and roles, and what data each role opens.
 * In: the security resources of the API. Out: pages on the generic list, each with its dialog, and the page of one's own account.
 */
export * from './routes.ts';
