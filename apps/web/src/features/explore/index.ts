/**
 * EXPLORE. The chart builder: dataset, controls, chart, data, save.
 * In: the address (chart, dataset, kept form, lasting link). Out: charts on the server, forms kept under a key.
 */
export { routes } from './routes.ts';

/** The controls alone, for pages that draw the chart themselves. */
export const loadChartPanel = async () => (await import('./ChartPanel.tsx')).ChartPanel;
