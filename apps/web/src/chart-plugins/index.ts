/**
 * CHART PLUGINS. Makes the types of the server's folder of plugins types like the others. Its code comes where there are any.
 */
import type { WireChartPlugin } from '@powerset/contract';

/** Resolves when the types are known; of their own code nothing is loaded yet. */
export async function addChartPlugins(plugins: readonly WireChartPlugin[]): Promise<void> {
  try {
    const { addServedPlugins } = await import('./add-served-plugins.ts');
    addServedPlugins(plugins);
  } catch {
    // A page opens without them as well: their charts say that the type is not known.
  }
}
