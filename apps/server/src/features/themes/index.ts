/**
 * THEMES. Looks under a name, of the whole product or of single dashboards, with their logos and fonts: lists, creation, change,
 * deletion, files. In: calls about themes. Out: the reference's answers, and the looks in force for every page.
 */
export { registerThemes } from './routes.ts';
export { findSystemLooks } from './store.ts';
