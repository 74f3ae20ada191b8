import type { WireDashboardChart } from '@powerset/contract';
import { type DataMask, type FilterEntry, isFilter, isNoValue, maskValue } from '../filters/index.ts';
import { chartIdsOf, type DeletedPart, deletedParts, isStillDeleted, withOtherCharts } from '../layout/index.ts';
import { type DashboardDataset, datasetIdOf, isDraft, nextDraftId } from './dashboard-data.ts';
import type { DashboardState } from './dashboard-state.ts';
import type { Deletion, FilterDeletion, PartDeletion } from './deletion.ts';

/** So many can be brought back, the last ones. */
export const keptDeletions = 50;

type Shown = Pick<DashboardState, 'history' | 'filters'>;
type Edited = Shown & Pick<DashboardState, 'lastModifiedTime' | 'charts' | 'datasets' | 'bar'>;

/** The list after a step from one state to the next; what somebody else deleted comes with another version, and is no part of it. */
export function noteDeletions(list: readonly Deletion[], before: Edited, after: Edited): readonly Deletion[] {
  if (before.lastModifiedTime !== after.lastModifiedTime) return list;
  const noted = [...goneParts(before, after), ...goneFilters(before, after)];
  if (noted.length === 0) return list;
  const again = new Set(noted.map(({ id }) => id));
  return [...list.filter(({ id }) => !again.has(id)), ...noted].slice(-keptDeletions);
}

/** Steps back in the history take away what was put in, which the history itself brings back. */
function goneParts(before: Edited, { history: after }: Edited): readonly Deletion[] {
  const { present } = before.history;
  if (present === after.present || after.past.at(-1) !== present) return [];
  return deletedParts(present, after.present).map((part) => {
    const ids = chartIdsOf(Object.fromEntries(part.nodes.map((node) => [node.id, node])));
    const charts = [...new Set(ids)].flatMap((id) => before.charts[id] ?? []);
    const datasets = [...new Set(charts.map(datasetIdOf))].flatMap((id) => before.datasets[id ?? -1] ?? []);
    return { kind: 'part', id: part.nodes[0]?.id ?? '', part, charts, datasets, isSaved: false };
  });
}

function goneFilters({ filters: before, bar }: Edited, { filters: after }: Edited): readonly Deletion[] {
  if (before === after) return [];
  const ids = new Set(after.map(({ id }) => id));
  return before.flatMap((entry, index): readonly FilterDeletion[] => {
    if (ids.has(entry.id)) return [];
    const children = before.filter((other) => isFilter(other) && other.cascadeParentIds.includes(entry.id));
    const { id } = entry;
    return [{ kind: 'filter', id, entry, index, childIds: children.map((child) => child.id), mask: bar.applied[id] }];
  });
}

/** What of the list is still gone. */
export function stillDeleted(list: readonly Deletion[], { history, filters }: Shown): readonly Deletion[] {
  return list.filter((deletion) =>
    deletion.kind === 'part'
      ? isStillDeleted(history.present, deletion.part)
      : !filters.some(({ id }) => id === deletion.id),
  );
}

/** After a save nothing of it is taken back by discarding. */
export const asSaved = (list: readonly Deletion[]): readonly Deletion[] =>
  list.map((deletion) => (deletion.kind === 'part' ? { ...deletion, isSaved: true } : deletion));

/** After what was not saved has been discarded. */
export const withoutUnsaved = (list: readonly Deletion[]): readonly Deletion[] =>
  list.filter((deletion) => deletion.kind === 'filter' || deletion.isSaved);

export interface ReturningPart {
  readonly part: DeletedPart;
  /** Charts that the state does not hold any more. */
  readonly charts: readonly WireDashboardChart[];
  readonly datasets: readonly DashboardDataset[];
}

/** What has to be put in for a part to be as it was. A draft whose id another one has got meanwhile takes another. */
export function toReturn(deletion: PartDeletion, state: Pick<DashboardState, 'charts' | 'datasets'>): ReturningPart {
  const missing = deletion.charts.filter((chart) => state.charts[chart.id] !== chart);
  const drafts = missing.filter(({ id }) => isDraft(id) && state.charts[id]);
  const first = nextDraftId(state.charts);
  const others = new Map(drafts.map((chart, at) => [chart.id, { ...chart, id: first - at }]));
  const byId = Object.fromEntries(deletion.part.nodes.map((node) => [node.id, node]));
  return {
    part: { ...deletion.part, nodes: Object.values(withOtherCharts(byId, others)) },
    charts: missing.filter(({ id }) => isDraft(id) || !state.charts[id]).map((chart) => others.get(chart.id) ?? chart),
    datasets: deletion.datasets.filter(({ id }) => !state.datasets[id]),
  };
}

/** The filters with one again that was deleted: in its place, and followed by those that depended on it. */
export function withFilterBack(filters: readonly FilterEntry[], deletion: FilterDeletion): readonly FilterEntry[] {
  const { entry, index, childIds } = deletion;
  const ids = new Set(filters.map(({ id }) => id));
  const parents = isFilter(entry) ? entry.cascadeParentIds.filter((id) => ids.has(id)) : [];
  const above = new Set(parents.flatMap((id) => [id, ...ancestorsOf(filters, id)]));
  const others = filters.map((other) =>
    isFilter(other) && childIds.includes(other.id) && !above.has(other.id) && !other.cascadeParentIds.includes(entry.id)
      ? { ...other, cascadeParentIds: [...other.cascadeParentIds, entry.id] }
      : other,
  );
  const returned = isFilter(entry) ? { ...entry, cascadeParentIds: parents } : entry;
  return [...others.slice(0, index), returned, ...others.slice(index)];
}

function ancestorsOf(filters: readonly FilterEntry[], id: string, seen: readonly string[] = []): readonly string[] {
  const filter = filters.find((entry) => entry.id === id);
  if (!filter || !isFilter(filter) || seen.includes(id)) return [];
  return filter.cascadeParentIds.flatMap((parent) => [parent, ...ancestorsOf(filters, parent, [...seen, id])]);
}

/** What was chosen in a filter, where something was. */
export const chosenIn = ({ mask }: FilterDeletion): DataMask | null =>
  mask && !isNoValue(maskValue(mask)) ? mask : null;
