/**
 * UPLOADS. Files become tables and datasets: taken into a staging folder, looked at, loaded as a job that can be stopped.
 * In: streams of bytes, whatever they call themselves. Out: previews, jobs, datasets.
 */
export { registerUploads, type UploadsOptions } from './routes.ts';
