import { addChartPlugin } from '@powerset/charts/plugins';
import { chartPluginAddress, type WireChartPlugin } from '@powerset/contract';
import { t } from '../i18n/index.ts';

export function addServedPlugins(plugins: readonly WireChartPlugin[]): void {
  for (const { version, hasView, ...facts } of plugins) {
    const file = { key: facts.key, version };
    const plugin = {
      facts: { ...facts, thumbnail: chartPluginAddress(file, 'thumbnail.svg') },
      codeAddress: chartPluginAddress(file, 'chart.js'),
      hostAddress: chartPluginAddress(file, 'definition.html'),
      frameAddress: hasView ? chartPluginAddress(file, 'frame.html') : null,
    };
    addChartPlugin(plugin, t);
  }
}
