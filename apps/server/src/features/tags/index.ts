/**
 * TAGS. Words that people put on charts, dashboards, datasets and saved queries: lists, creation, change, deletion, stars, and
 * what carries a tag. In: calls of the API. Out: the reference's answers; nobody hears of an object that is hidden from them.
 */
export { registerTags } from './routes.ts';
