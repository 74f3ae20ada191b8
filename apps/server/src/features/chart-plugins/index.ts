/**
 * CHART PLUGINS. What the folder of plugins offers, why the rest of it is not offered, and the plugins' files.
 */
export { registerChartPlugins } from './routes.ts';
