import type { ChartBehavior, ChartFacts } from '@powerset/chart-kit';
import type { Bootstrap } from '@powerset/contract';
import { msg } from '../../../i18n/index.ts';

export const quickTiles = [
  'echarts_timeseries_line',
  'echarts_timeseries_bar',
  'echarts_area',
  'table',
  'big_number_total',
  'pie',
] as const;

export const recommendedTags = [msg('Popular'), msg('ECharts'), msg('Advanced-Analytics')] as const;
const fallbackCategory = msg('Other');

/** Most used first; what is not named comes after. */
const popularity: readonly string[] = (
  'line big_number big_number_total table pivot_table_v2 echarts_timeseries_line echarts_area echarts_timeseries_bar ' +
  'echarts_timeseries_scatter pie mixed_timeseries filter_box dist_bar area bar deck_polygon time_table histogram ' +
  'deck_scatter deck_hex time_pivot deck_arc heatmap deck_grid deck_screengrid treemap_v2 box_plot sunburst sankey ' +
  'word_cloud mapbox kepler cal_heatmap rose bubble bubble_v2 deck_geojson horizon deck_multi compare partition ' +
  'event_flow deck_path graph_chart world_map paired_ttest para country_map'
).split(' ');

export type Section =
  | { readonly kind: 'suggested' }
  | { readonly kind: 'all' }
  | { readonly kind: 'tag'; readonly name: string }
  | { readonly kind: 'category'; readonly name: string };

export interface GalleryRules {
  readonly denyList: readonly string[];
  readonly requiredBehaviors?: readonly ChartBehavior[];
}

/** Chart types that the configuration denies, and the filter box where native filters took its place. */
export function denyListOf({ conf, featureFlags }: Pick<Bootstrap, 'conf' | 'featureFlags'>): readonly string[] {
  const denied = conf.VIZ_TYPE_DENYLIST;
  return [...(Array.isArray(denied) ? denied : []), ...(featureFlags.DASHBOARD_NATIVE_FILTERS ? ['filter_box'] : [])];
}

/** Charts that the gallery shows, most used first. */
export function galleryCharts(all: readonly ChartFacts[], rules: GalleryRules): readonly ChartFacts[] {
  const required = rules.requiredBehaviors ?? [];
  return all
    .filter((chart) => !rules.denyList.includes(chart.key))
    .filter((chart) => required.every((behavior) => chart.behaviors.includes(behavior)))
    .filter((chart) => !chart.isDeprecated)
    .toSorted((a, b) => rank(a) - rank(b));
}

function rank({ key }: ChartFacts): number {
  const at = popularity.indexOf(key);
  return at < 0 ? popularity.length : at;
}

const categoryOf = (chart: Pick<ChartFacts, 'category'>) => chart.category || fallbackCategory;

/** Categories in alphabetical order, `Other` last. */
export function categories(charts: readonly ChartFacts[]): readonly string[] {
  const names = [...new Set(charts.map(categoryOf))].sort();
  return [...names.filter((name) => name !== fallbackCategory), ...names.filter((name) => name === fallbackCategory)];
}

/** Tags besides the recommended ones, in alphabetical order. */
export function otherTags(charts: readonly ChartFacts[]): readonly string[] {
  const recommended: readonly string[] = recommendedTags;
  return [...new Set(charts.flatMap((chart) => chart.tags))].filter((tag) => !recommended.includes(tag)).sort();
}

export function inSection(chart: ChartFacts, section: Section): boolean {
  if (section.kind === 'all') return true;
  // What is suggested depends on the data, not on the type.
  if (section.kind === 'suggested') return false;
  return section.kind === 'tag' ? chart.tags.includes(section.name) : categoryOf(chart) === section.name;
}

/** The section to open on: the chosen chart's category, else the first recommended tag. */
export function firstSection(chosen: ChartFacts | undefined): Section {
  return chosen ? { kind: 'category', name: categoryOf(chosen) } : { kind: 'tag', name: recommendedTags[0] };
}

/** Another section clears a choice that does not belong to it. */
export function choiceAfter(section: Section, chosen: ChartFacts | undefined): ChartFacts | undefined {
  return chosen && inSection(chosen, section) ? chosen : undefined;
}

/** What a search leaves of a choice: what is no longer in sight is not taken by accident. */
export function choiceAmong(shown: readonly ChartFacts[], chosen: ChartFacts | undefined): ChartFacts | undefined {
  return shown.find((chart) => chart.key === chosen?.key);
}

const weights = { name: 4, tags: 2, description: 1 };
const threshold = 0.3;

/** Charts that match a text, the best first, in English and in the language in force; letters may be missing or wrong in small measure. */
export function searchCharts(
  charts: readonly ChartFacts[],
  text: string,
  t: (text: string) => string = (same) => same,
): readonly ChartFacts[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return charts;
  const scored = charts.map((chart) => ({ chart, score: scoreOf(chart, wanted, t) }));
  return scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ chart }) => chart);
}

function scoreOf(chart: ChartFacts, wanted: string, t: (text: string) => string): number {
  const best = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => closeness(text, wanted)));
  const inBoth = (texts: readonly string[]) => best([...texts, ...texts.filter(Boolean).map(t)]);
  const tags = Math.max(inBoth(chart.tags), best(chart.searchWords ?? []));
  return inBoth([chart.name]) * weights.name + tags * weights.tags + inBoth([chart.description]) * weights.description;
}

/** 1 for a text that contains the wanted one, less for each wrong letter, 0 beyond the threshold. */
function closeness(text: string, wanted: string): number {
  const lower = text.toLowerCase();
  if (lower.includes(wanted)) return 1;
  const distances = lower
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => editDistance(word.slice(0, wanted.length + 1), wanted));
  const share = Math.min(...distances, wanted.length) / wanted.length;
  return share <= threshold ? 1 - share : 0;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
