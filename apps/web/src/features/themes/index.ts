/**
 * THEMES. The list of looks for the product and for dashboards, the dialog of one, and which of them the product wears.
 * In: the resources of the API. Out: a page on the generic list.
 */
export * from './routes.ts';
