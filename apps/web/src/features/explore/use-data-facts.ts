import type { ChosenParts, DataFacts } from '@powerset/charts/suggestions';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Explore } from './explore-context.tsx';
import { chosenParts, toDataFacts } from './model/data-facts.ts';
import { type ColumnProfile, toProfiles } from './model/profile.ts';
import { sampleLimit, useSamples } from './use-samples.ts';

/** A sample of a longer table tells that values are many, never that they are few. */
const manyInSample = 50;

/** What suggestions of charts look at: the dataset, with what is known of its columns, and what was chosen of it. */
export function useDataFacts(explore: Pick<Explore, 'dataset' | 'form' | 'definition'>): {
  readonly data: DataFacts;
  readonly chosen: ChosenParts;
} {
  const { dataset, form, definition } = explore;
  const { data: samples } = useSamples(dataset, true);
  const counted = useQueryClient()
    .getQueriesData<readonly (readonly [string, ColumnProfile])[]>({ queryKey: ['column-pictures', dataset.id] })
    .flatMap(([, pictures]) => pictures ?? []);
  const seen = counted.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: pictures that are here do not change, more of them may come
  const data = useMemo(() => {
    const isWhole = (samples?.totalRows ?? Number.POSITIVE_INFINITY) <= sampleLimit;
    const sampled = samples ? [...toProfiles(samples.table)] : [];
    const known = sampled.filter(([, { distinct = 0 }]) => isWhole || distinct >= manyInSample);
    const counts = [...known, ...counted].flatMap(([name, { distinct }]) =>
      distinct === undefined ? [] : [[name, distinct] as const],
    );
    return toDataFacts(dataset, new Map(counts));
  }, [dataset, samples, seen]);
  const chosen = useMemo(() => chosenParts(form, definition, dataset), [form, definition, dataset]);
  return { data, chosen };
}
