import { applyExtraFormData, type ChartForm, type ExtraFormData, mergeExtraFormData } from '@powerset/chart-kit';
import { type Document, isDocument } from '../../metadata/index.ts';

/** What of a dashboard decides which of its filters reach a chart. */
export interface FilteredDashboard {
  readonly metadata: Document;
  readonly position: Document;
  /** What somebody chose, by filter or by the chart that was clicked; filters that are not named keep their defaults. */
  readonly masks: Document;
}

/** A chart's form under the dashboard's filters: their chosen or default values, and the marks that were clicked. */
export function underFilters(
  form: ChartForm,
  { chartId, mainTemporalColumn }: FilteredChart,
  dashboard: FilteredDashboard,
): ChartForm {
  const masks = masksOf(chartId, dashboard);
  return masks.length === 0 ? form : applyExtraFormData(form, mergeExtraFormData(masks), { mainTemporalColumn });
}

export interface FilteredChart {
  readonly chartId: number;
  /** Of its dataset: what a time range filters where the chart itself filters no time. */
  readonly mainTemporalColumn: string | null;
}

/** What filters and marks that were clicked say to a chart. */
export function masksOf(chartId: number, dashboard: FilteredDashboard): readonly ExtraFormData[] {
  return [...filterMasks(chartId, dashboard), ...crossMasks(chartId, dashboard)];
}

/** The dashboard's filters in whose scope a chart is. */
export function filtersReaching(
  chartId: number,
  { metadata, position }: Pick<FilteredDashboard, 'metadata' | 'position'>,
): readonly Document[] {
  const above = nodesAbove(chartId, position);
  return filtersOf(metadata).filter(({ scope }) => reaches(scope, chartId, above));
}

/** The dashboard's filters, without the headings between them. */
export function filtersOf(metadata: Document): readonly Document[] {
  const entries = metadata.native_filter_configuration;
  if (!Array.isArray(entries)) return [];
  return entries.filter((entry: unknown): entry is Document => isDocument(entry) && entry.type !== 'DIVIDER');
}

function filterMasks(chartId: number, { metadata, position, masks }: FilteredDashboard): readonly ExtraFormData[] {
  const entries = metadata.native_filter_configuration;
  if (!Array.isArray(entries)) return [];
  const above = nodesAbove(chartId, position);
  return entries.flatMap((entry: unknown) => {
    if (!isDocument(entry) || entry.type === 'DIVIDER') return [];
    const chosen = masks[String(entry.id)] ?? entry.defaultDataMask;
    return reaches(entry.scope, chartId, above) ? extraOf(chosen) : [];
  });
}

function reaches(scope: unknown, chartId: number, above: ReadonlySet<string>): boolean {
  if (!isDocument(scope)) return true;
  const roots = Array.isArray(scope.rootPath) ? scope.rootPath : ['ROOT_ID'];
  const excluded = Array.isArray(scope.excluded) ? scope.excluded : [];
  return roots.some((root) => above.has(String(root))) && !excluded.includes(chartId);
}

function crossMasks(chartId: number, { metadata, masks }: FilteredDashboard): readonly ExtraFormData[] {
  const configuration = isDocument(metadata.chart_configuration) ? metadata.chart_configuration : {};
  return Object.entries(masks).flatMap(([from, mask]) => {
    if (!/^\d+$/.test(from) || Number(from) === chartId) return [];
    const own = configuration[from];
    const reached = isDocument(own) && isDocument(own.crossFilters) ? own.crossFilters.chartsInScope : undefined;
    return Array.isArray(reached) && !reached.includes(chartId) ? [] : extraOf(mask);
  });
}

function extraOf(mask: unknown): readonly ExtraFormData[] {
  return isDocument(mask) && isDocument(mask.extraFormData) ? [mask.extraFormData] : [];
}

/** The chart's own node and all that hold it. */
function nodesAbove(chartId: number, position: Document): ReadonlySet<string> {
  const parentOf = new Map<string, string>();
  let own: string | undefined;
  for (const [id, node] of Object.entries(position)) {
    if (!isDocument(node)) continue;
    if (Array.isArray(node.children)) for (const child of node.children) parentOf.set(String(child), id);
    if (isDocument(node.meta) && node.meta.chartId === chartId) own = id;
  }
  const above = new Set<string>();
  for (let at = own; at !== undefined && !above.has(at); at = parentOf.get(at)) above.add(at);
  return above;
}
