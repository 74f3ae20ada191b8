import { addChartPlugin } from '@powerset/charts/plugins';
import { chartPluginAddress, type WireChartPlugin } from '@powerset/contract';

export function addServedPlugins(plugins: readonly WireChartPlugin[]): void {
  for (const { version, hasView, ...facts } of plugins) {
    const file = { key: facts.key, version };
    addChartPlugin({
      facts: { ...facts, thumbnail: chartPluginAddress(file, 'thumbnail.svg') },
      codeAddress: chartPluginAddress(file, 'chart.js'),
      frameAddress: hasView ? chartPluginAddress(file, 'frame.html') : null,
    });
  }
}
