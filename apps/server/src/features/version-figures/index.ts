/**
 * VERSION FIGURES. What two versions of a chart, a dashboard or a dataset come to, as numbers, with the rows of today.
 * In: two versions of an object that the caller may change, who asks with his own rights and row rules. Out: which figures
 * differ. Every query goes the way of all charts; rows are compared in threads where there are many.
 */
export { registerVersionFigures } from './routes.ts';
