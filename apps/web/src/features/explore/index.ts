/**
 * EXPLORE. The chart builder: dataset, controls, chart, data, save.
 * In: the address (chart, dataset, kept form, lasting link). Out: charts on the server, forms kept under a key.
 */
export { routes } from './routes.ts';
