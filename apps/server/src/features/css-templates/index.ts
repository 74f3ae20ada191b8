/**
 * CSS TEMPLATES. CSS under a name, to be loaded into dashboards: lists, creation, change, deletion.
 * In: calls about templates. Out: the reference's answers; a dashboard keeps what was loaded into it as its own.
 */
export { registerCssTemplates } from './routes.ts';
