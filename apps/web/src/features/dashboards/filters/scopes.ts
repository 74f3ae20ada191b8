import { type Layout, rootId } from '../layout/index.ts';
import { type FilterEntry, type FilterScope, isFilter, isRecord, readScope } from './native-filters.ts';

/** Charts under the scope's roots, but for those excluded. */
export function chartsInScope(layout: Layout, scope: FilterScope): readonly number[] {
  const roots = new Set(scope.rootPath);
  const ids = Object.values(layout).flatMap((node) => {
    const chartId = node.type === 'CHART' ? node.meta.chartId : undefined;
    const isUnder = node.parents.some((parent) => roots.has(parent)) || roots.has(node.id);
    return chartId !== undefined && isUnder && !scope.excluded.includes(chartId) ? [chartId] : [];
  });
  return [...new Set(ids)];
}

/** Tabs that hold a chart in scope. */
export function tabsInScope(layout: Layout, scope: FilterScope): readonly string[] {
  const charts = new Set(chartsInScope(layout, scope));
  const tabs = Object.values(layout)
    .filter((node) => node.type === 'CHART' && charts.has(node.meta.chartId ?? -1))
    .flatMap((node) => node.parents.filter((parent) => layout[parent]?.type === 'TAB'));
  return [...new Set(tabs)];
}

/** The configuration with the charts and tabs that each filter reaches in this layout. */
export function withScopes(entries: readonly FilterEntry[], layout: Layout): readonly FilterEntry[] {
  return entries.map((entry) =>
    isFilter(entry)
      ? { ...entry, chartsInScope: chartsInScope(layout, entry.scope), tabsInScope: tabsInScope(layout, entry.scope) }
      : entry,
  );
}

/** The scope that covers exactly these charts: the lowest roots that hold them all, the rest excluded. */
export function scopeOf(layout: Layout, chartIds: readonly number[]): FilterScope {
  const wanted = new Set(chartIds);
  const all = chartsInScope(layout, { rootPath: [rootId], excluded: [] });
  return { rootPath: [rootId], excluded: all.filter((id) => !wanted.has(id)) };
}

export interface ChartConfiguration {
  readonly id: number;
  readonly crossFilters: { readonly scope: 'global' | FilterScope; readonly chartsInScope: readonly number[] };
}

export type ChartConfigurations = Readonly<Record<string, ChartConfiguration>>;

/** Cross-filter scopes as they are in force: stored ones for charts of the layout, `global` for the others. */
export function readChartConfiguration(
  metadata: { readonly chart_configuration?: unknown; readonly global_chart_configuration?: unknown },
  layout: Layout,
  emitterIds: readonly number[],
): ChartConfigurations {
  const stored = isRecord(metadata.chart_configuration) ? metadata.chart_configuration : {};
  const common = globalScope(metadata.global_chart_configuration);
  return Object.fromEntries(
    emitterIds.map((id) => {
      const entry = stored[String(id)];
      const crossFilters = isRecord(entry) && isRecord(entry.crossFilters) ? entry.crossFilters : {};
      const scope = isRecord(crossFilters.scope) ? readScope(crossFilters.scope) : ('global' as const);
      const reached = chartsInScope(layout, scope === 'global' ? common : scope).filter((chart) => chart !== id);
      return [String(id), { id, crossFilters: { scope, chartsInScope: reached } }];
    }),
  );
}

export function globalScope(value: unknown): FilterScope {
  return readScope(isRecord(value) ? value.scope : undefined);
}
