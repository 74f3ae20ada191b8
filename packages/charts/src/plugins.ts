/** PLUGINS. Takes up chart types that are no part of the build: what the server says of them, and where their code is. */
import { type ChartDefinition, type ChartFacts, PLUGIN_API } from '@powerset/chart-kit';
import { chartNames } from './names.ts';
import { lazyView } from './shared/lazy-view.ts';
import { chartTypes } from './types.ts';
import { chartViews } from './views.ts';

export interface ServedPlugin {
  readonly facts: ChartFacts;
  /** Where its definition is. */
  readonly codeAddress: string;
  /** The page in whose frame its own view draws; null where its options are those of ECharts. */
  readonly frameAddress: string | null;
}

/** Makes it a type like the others. One that is here already stays as it is. */
export function addChartPlugin({ facts, codeAddress, frameAddress }: ServedPlugin): void {
  if (chartTypes.all.some(({ key }) => key === facts.key)) return;
  chartTypes.add({ facts, load: async () => ({ chart: await loadChart(facts.key, codeAddress) }) });
  chartNames[facts.key] = facts.name;
  chartViews[facts.key] =
    frameAddress === null
      ? lazyView(() => import('./shared/PluginMarks.tsx'))
      : lazyView(async () => ({ View: (await import('./shared/PluginFrame.tsx')).createFrameView(frameAddress) }));
}

/** The server has looked at the same code before it was offered. */
async function loadChart(key: string, address: string): Promise<ChartDefinition> {
  const { default: plugin } = await import(/* @vite-ignore */ address);
  if (plugin?.api !== PLUGIN_API || plugin.chart?.key !== key)
    throw new Error(`The plugin of the chart type ${key} was changed: reload the page.`);
  return plugin.chart;
}
