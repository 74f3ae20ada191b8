import { isRecord } from '@powerset/chart-kit';
import { msg } from '../../../i18n/index.ts';
import { type Difference, inWords } from '../model/differences.ts';
import { toDatasetChange, toDraft, type WireDataset } from './draft.ts';

const labels: Readonly<Record<string, string>> = {
  table_name: msg('Name'),
  sql: msg('SQL'),
  schema: msg('Schema'),
  description: msg('Description'),
  owners: msg('Owners'),
  cache_timeout: msg('Cache timeout'),
};

/** In what two saves of a dataset differ: its own fields, and each metric and column by its name. */
export function datasetDifferences(before: WireDataset, after: WireDataset): readonly Difference[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((label) => {
    const [from, to] = [was.get(label) ?? '', is.get(label) ?? ''];
    return from === to ? [] : [{ label, before: from, after: to }];
  });
}

function partsOf(dataset: WireDataset): ReadonlyMap<string, string> {
  const parts = Object.entries(toDatasetChange(toDraft(dataset))).flatMap(([field, value]) =>
    Array.isArray(value) && field !== 'owners'
      ? value.map(
          (item: unknown) => [nameOf(item), inWords(isRecord(item) ? { ...item, id: undefined } : item)] as const,
        )
      : [[labels[field] ?? field, inWords(value)] as const],
  );
  return new Map(parts);
}

function nameOf(item: unknown): string {
  return isRecord(item) ? String(item.metric_name ?? item.column_name ?? '') : '';
}
