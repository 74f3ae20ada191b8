/**
 * ANNOTATION LAYERS. Named layers of moments and spans that charts draw beside their data: lists, creation, change, deletion.
 * In: calls about layers and about the annotations of one. Out: the reference's answers; charts read the rows in `chart-data`.
 */
export { registerAnnotations } from './routes.ts';
