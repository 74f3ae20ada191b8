import type { EndpointsOf } from './endpoints.ts';
import type { chartPluginOperations } from './schemas/chart-plugins.ts';
import { fillPath } from './urls.ts';

export const chartPluginEndpoints: EndpointsOf<typeof chartPluginOperations> = {
  dynamic: { method: 'GET', path: '/dynamic-plugins/api/read' },
  list: { method: 'GET', path: '/api/v1/chart_plugin/' },
  file: { method: 'GET', path: '/chart-plugins/:key/:name' },
};

/**
 * What is served of a plugin: the code of its definition, as text, and the page in whose frame that runs; the page in whose
 * frame its view draws; and its picture in the gallery.
 */
export type ChartPluginFile = 'chart.js' | 'definition.html' | 'frame.html' | 'thumbnail.svg';

/** Where a plugin's file is; another version has another address, so that a browser may keep each for ever. */
export function chartPluginAddress(
  { key, version }: { readonly key: string; readonly version: string },
  name: ChartPluginFile,
): string {
  return `${fillPath(chartPluginEndpoints.file.path, { key, name })}?v=${version}`;
}
