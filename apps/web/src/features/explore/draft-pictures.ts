import type { ChartForm } from '@powerset/chart-kit';
import type { Suggestion } from '@powerset/charts/suggestions';
import { pictureEndpoints } from '@powerset/contract';
import { api } from '../../api/index.ts';
import type { PictureRequest } from '../../chart-suggestions/index.ts';
import type { ExploreDataset } from './model/dataset.ts';

interface Drafts {
  readonly dataset: ExploreDataset;
  /** What the forms of suggestions depend on, besides what is suggested. */
  readonly basis: unknown;
  /** What is suggested may still change. */
  readonly isHeld: boolean;
  /** The form that a suggestion would make; null for a type that is not known. */
  readonly formOf: (suggestion: Suggestion) => Promise<ChartForm | null>;
}

/** How a picture of a suggestion is asked for; only datasets have one. */
export function draftPictures({ dataset, basis, isHeld, formOf }: Drafts) {
  const { id, type } = dataset;
  return (suggestion: Suggestion): PictureRequest | null =>
    id === null || type !== 'table'
      ? null
      : {
          key: ['draft', id, basis, suggestion.key, suggestion.fields],
          source: `dataset ${id}`,
          isHeld,
          load: async (look, signal) => {
            const form = await formOf(suggestion);
            if (!form) return { state: 'failed', image: null, summary: null };
            const body = { form_data: { ...form, datasource: `${id}__${type}` }, ...look };
            return (await api.callEndpoint(pictureEndpoints.draft, { body, signal })).result;
          },
        };
}
