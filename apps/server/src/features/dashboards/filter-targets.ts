import { loadDataScope, type User } from '../../access/index.ts';
import { fieldError } from '../../http/index.ts';
import { isDocument } from '../../metadata/index.ts';
import type { DashboardServices } from './access.ts';

interface Metadata {
  readonly native_filter_configuration?: unknown;
}

/**
 * A dashboard shows its filters' values to whoever may read it, so nobody makes it ask a dataset that he may not read
 * himself. What it asked before stays.
 */
export async function assertReadableTargets(
  { store }: DashboardServices,
  user: User,
  { metadata, before }: { readonly metadata: Metadata | undefined; readonly before?: Metadata | undefined },
): Promise<void> {
  const known = new Set(targetsOf(before).map(({ text }) => text));
  const added = targetsOf(metadata).filter(({ text }) => !known.has(text));
  if (added.length === 0) return;
  const scope = await loadDataScope(store, user);
  const closed = added.filter(
    ({ datasetIds }) => !scope.isAll && datasetIds.some((id) => !scope.datasetIds.includes(id)),
  );
  if (closed.length === 0) return;
  const names = [...new Set(closed.map(({ name }) => name))].join(', ');
  throw fieldError({ json_metadata: [`native_filter_configuration: You cannot read the dataset of ${names}.`] });
}

/** Each filter's targets with what else decides which of their values are shown. */
function targetsOf(metadata: Metadata | undefined) {
  const filters = metadata?.native_filter_configuration;
  return (Array.isArray(filters) ? filters : []).filter(isDocument).flatMap((filter) => {
    const targets = (Array.isArray(filter.targets) ? filter.targets : []).filter(isDocument);
    const datasetIds = targets.flatMap(({ datasetId }) => (typeof datasetId === 'number' ? [datasetId] : []));
    if (datasetIds.length === 0) return [];
    const { sortMetric } = isDocument(filter.controlValues) ? { ...filter, ...filter.controlValues } : filter;
    const text = JSON.stringify([targets, sortMetric ?? null, filter.adhoc_filters ?? null]);
    return [{ name: String(filter.name ?? filter.id), datasetIds, text }];
  });
}
