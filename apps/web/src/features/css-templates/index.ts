/**
 * CSS TEMPLATES. The list of templates that can be loaded into dashboards, and the dialog of one.
 * In: the resources of the API. Out: a page on the generic list.
 */
export * from './routes.ts';
