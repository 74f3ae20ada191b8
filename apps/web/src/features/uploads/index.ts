/**
 * UPLOADS. From a file to a dataset: chosen by button or dropped anywhere, looked at, corrected, loaded, opened in explore.
 * In: a file. Out: a dataset on the server.
 */
export { routes } from './routes.ts';

/** Everywhere a file may be dropped; its code comes when it is asked for. */
export const loadFileDrop = async () => (await import('./FileDrop.tsx')).FileDrop;
