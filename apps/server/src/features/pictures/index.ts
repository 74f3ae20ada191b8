/**
 * PICTURES. Thumbnails and screenshots of charts and dashboards, drawn on the server as whoever asks.
 * In: the reference's calls. Out: images and documents. Thumbnails ask nothing of a database while somebody waits.
 */
export { askedOn, loadMainTimes } from './asked-charts.ts';
export { toRequest } from './chart-question.ts';
export type { ReportPictures } from './report-pictures.ts';
export { registerPictures } from './routes.ts';
