/**
 * TAGS. The list of tags with the dialog of one, and the page of all objects that carry a tag.
 * In: the resources of the API. Out: two pages.
 */
export * from './routes.ts';
