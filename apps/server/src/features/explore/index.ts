/**
 * EXPLORE. What the chart builder starts from, forms of unsaved charts kept by key, lasting links, time ranges.
 * In: keys and ids of the URL. Out: dataset, form and chart in the reference's shapes.
 */
export { registerExplore } from './routes.ts';
