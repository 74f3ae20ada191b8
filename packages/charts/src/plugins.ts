/** PLUGINS. Takes up chart types that are no part of the build: what the server says of them, and where their code is asked. */
import type { ChartFacts } from '@powerset/chart-kit';
import { chartNames } from './names.ts';
import { lazyView } from './shared/lazy-view.ts';
import { openLine } from './shared/plugins/open-line.ts';
import { loadAskedChart } from './shared/plugins/plugin-definition.ts';
import type { Say } from './shared/plugins/plugin-fault.ts';
import { frameHouse } from './shared/plugins/plugin-frames.ts';
import { createPluginHost } from './shared/plugins/plugin-host.ts';
import { chartTypes } from './types.ts';
import { chartViews } from './views.ts';

export interface ServedPlugin {
  readonly facts: ChartFacts;
  /** Where the text of its definition is. */
  readonly codeAddress: string;
  /** The page in whose frame the definition runs. */
  readonly hostAddress: string;
  /** The page in whose frame its own view draws; null where its options are those of ECharts. */
  readonly frameAddress: string | null;
}

/** Makes it a type like the others. One that is here already stays as it is. */
export function addChartPlugin(plugin: ServedPlugin, say: Say): void {
  const { facts, frameAddress } = plugin;
  if (chartTypes.all.some(({ key }) => key === facts.key)) return;
  const host = openHost(plugin, say);
  chartTypes.add({
    facts,
    load: async () => ({ chart: await loadAskedChart({ facts, hasView: frameAddress !== null, host: host(), say }) }),
  });
  chartNames[facts.key] = facts.name;
  chartViews[facts.key] =
    frameAddress === null
      ? lazyView(() => import('./shared/plugins/PluginMarks.tsx'))
      : lazyView(async () => ({
          View: (await import('./shared/plugins/PluginFrame.tsx')).createFrameView(frameAddress, say),
        }));
}

/** One for all charts of the type, from when it is first asked. Its code is fetched as text, which the page does not run. */
function openHost({ facts: { name }, codeAddress, hostAddress }: ServedPlugin, say: Say) {
  let texts: Promise<{ readonly code: string; readonly runtime: string }> | undefined;
  const load = async () => {
    const { default: runtimeAddress } = await import('./shared/plugins/plugin-worker.ts?worker&url');
    const [code, runtime] = await Promise.all([fetchText(codeAddress), fetchText(runtimeAddress)]);
    return { code, runtime };
  };
  const loadCode = () => {
    texts ??= load();
    texts.catch(() => {
      texts = undefined;
    });
    return texts;
  };
  let host: ReturnType<typeof createPluginHost> | undefined;
  return () => {
    host ??= createPluginHost({
      ...{ name, say },
      open: (events) => openLine({ name, frameAddress: hostAddress, loadCode }, events),
      onStuck: () => frameHouse.clear(),
    });
    return host;
  };
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}
