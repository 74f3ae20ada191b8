/**
 * PICTURES. Thumbnails and screenshots of charts and dashboards, drawn on the server as whoever asks.
 * In: the reference's calls. Out: images and documents. Thumbnails ask nothing of a database while somebody waits.
 */
export { toRequest } from './chart-question.ts';
export { underFilters } from './dashboard-filters.ts';
export type { ReportPictures } from './report-pictures.ts';
export { registerPictures } from './routes.ts';
