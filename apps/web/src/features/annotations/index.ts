/**
 * ANNOTATION LAYERS. The list of layers, and the list of the annotations that stand in one, each with its dialog.
 * In: the resources of the API. Out: two pages on the generic list.
 */
export * from './routes.ts';
