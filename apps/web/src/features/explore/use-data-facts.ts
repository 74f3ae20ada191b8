import type { DataFacts } from '@powerset/charts/suggestions';
import { chartTypes } from '@powerset/charts/types';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { draftPictures } from './draft-pictures.ts';
import type { Explore } from './explore-context.tsx';
import { chosenParts, timeSpans, toDataFacts } from './model/data-facts.ts';
import type { ExploreDataset } from './model/dataset.ts';
import { type ColumnProfile, toProfiles } from './model/profile.ts';
import { formOfType } from './model/type-forms.ts';
import { sampleLimit, useSamples } from './use-samples.ts';

/** A sample of a longer table tells that values are many, never that they are few. */
const manyInSample = 50;

/** What suggestions of charts look at: the dataset, with what is known of its columns. */
export function useDatasetFacts(dataset: ExploreDataset): {
  readonly data: DataFacts;
  /** What is looked at of its rows is here. */
  readonly isSettled: boolean;
} {
  const { data: samples, isLoading } = useSamples(dataset, true);
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
    // The first rows of a longer table may be those of one day.
    const spans = samples && isWhole ? timeSpans(samples.table) : undefined;
    return toDataFacts(dataset, { distinct: new Map(counts), ...(spans ? { spans } : {}) });
  }, [dataset, samples, seen]);
  return { data, isSettled: !isLoading };
}

/** The same for the chart in hand, with what was chosen, and how pictures of what is suggested are asked for. */
export function useDataFacts(explore: Pick<Explore, 'dataset' | 'form' | 'definition' | 'formContext'>) {
  const { dataset, form, definition, formContext } = explore;
  const { data, isSettled } = useDatasetFacts(dataset);
  const chosen = useMemo(() => chosenParts(form, definition, dataset), [form, definition, dataset]);
  const pictureOf = useMemo(
    () =>
      draftPictures({
        ...{ dataset, basis: form, isHeld: !isSettled },
        formOf: async ({ key, fields }) => {
          const next = await chartTypes.load(key);
          return next
            ? formOfType(next, fields, { before: form, from: definition, isNew: true, context: formContext })
            : null;
        },
      }),
    [dataset, form, definition, formContext, isSettled],
  );
  return { data, chosen, pictureOf };
}
