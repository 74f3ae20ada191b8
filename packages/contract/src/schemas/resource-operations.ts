import type { EndpointAccess } from '../endpoints.ts';
import { DistinctValues, Done, FavoriteStatus, Message, RelatedValues, ResourceInfo } from './answers.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';

interface Named {
  readonly id: string;
  readonly summary: string;
  readonly tag: string;
  readonly access: EndpointAccess;
}

/** What the caller may do with a resource. */
export const infoOperation = (named: Named) => ({ ...named, query: QParameter, answers: { 200: ResourceInfo } });

/** Values of a relation; chosen ones (`include_ids`) come with the first page alone. */
export const relatedOperation = (named: Named) => ({
  ...named,
  params: ColumnParams,
  query: QParameter,
  answers: { 200: RelatedValues },
  errors: [422],
});

/** Different values of a column. */
export const distinctOperation = (named: Named) => ({
  ...named,
  params: ColumnParams,
  query: QParameter,
  answers: { 200: DistinctValues },
});

/** Deletes the objects that `q` names. */
export const bulkDeleteOperation = (named: Named) => ({ ...named, query: QParameter, answers: { 200: Message } });

const pluralOf = (word: string) => (word === 'saved_query' ? 'saved queries' : `${word}s`);

/** The caller's stars: which are set, and the way to set and take one. */
export const favoriteOperations = (
  word: 'chart' | 'dashboard' | 'saved_query' | 'tag',
  named: Pick<Named, 'tag' | 'access'>,
) => ({
  favoriteStatus: {
    ...named,
    id: `${word}.favorite_status`,
    summary: `Which of some ${pluralOf(word)} the caller has starred`,
    query: QParameter,
    answers: { 200: FavoriteStatus },
  },
  addFavorite: {
    ...named,
    id: `${word}.add_favorite`,
    summary: `Stars a ${word.replace('_', ' ')} for the caller`,
    params: IdParams,
    answers: { 200: Done },
  },
  removeFavorite: {
    ...named,
    id: `${word}.remove_favorite`,
    summary: `Takes the caller’s star off a ${word.replace('_', ' ')}`,
    params: IdParams,
    answers: { 200: Done },
  },
});
