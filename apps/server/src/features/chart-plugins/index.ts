/**
 * CHART PLUGINS. What the folder of plugins offers, why the rest of it is not offered, and the plugins' files.
 */
export { isBuiltInType, registerChartPlugins } from './routes.ts';
