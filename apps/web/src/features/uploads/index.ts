/**
 * UPLOADS. From a file to a dataset: chosen by button or dropped anywhere, looked at, corrected, loaded, opened in explore.
 * In: a file. Out: a dataset on the server.
 */
export { routes } from './routes.ts';
