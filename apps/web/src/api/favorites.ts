import { sayBeside, toasts } from '@powerset/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callResource } from './call-resource.ts';
import { cutOff } from './cut-off.ts';
import { errorText } from './errors.ts';
import { listMessages } from './messages.ts';
import { paramsOf, type Resource } from './resources.ts';

export interface Favorites {
  readonly isFavorite: (id: number) => boolean;
  readonly toggle: (id: number) => Promise<void>;
}

/** What a page says itself where the general words do not fit. */
export interface FavoriteWords {
  readonly statusFailed?: string;
  readonly saveFailed?: string;
}

/** Which of these objects the user has starred, and the way to change it; the star changes at once and falls back on failure. */
export function useFavorites(resource: Resource, ids: readonly number[], words: FavoriteWords = {}): Favorites {
  const queryClient = useQueryClient();
  const queryKey = [resource.name, 'favorites', ids];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const answer = await callResource(resource, 'favoriteStatus', { query: { q: ids }, signal });
      return Object.fromEntries(answer.result.map((entry) => [entry.id, entry.value]));
    },
    enabled: ids.length > 0,
  });
  const { statusFailed, saveFailed } = words;
  useEffect(() => {
    if (!query.error) return;
    const text = statusFailed ?? listMessages.favoriteStatusFailed(errorText(query.error));
    toasts.danger(text, { isUnique: true });
  }, [query.error, statusFailed]);
  const isFavorite = (id: number) => query.data?.[id] ?? false;
  const put = (id: number, value: boolean) =>
    queryClient.setQueryData<Record<number, boolean>>(queryKey, (last) => ({ ...last, [id]: value }));
  const saving = useRef<{ count: number; askAgain: (() => void) | null }>({ count: 0, askAgain: null });
  return {
    isFavorite,
    toggle: async (id) => {
      const say = sayBeside();
      const wasFavorite = isFavorite(id);
      const { current } = saving;
      current.count += 1;
      current.askAgain = cutOff(queryClient, queryKey) ?? current.askAgain;
      put(id, !wasFavorite);
      try {
        const call = wasFavorite ? 'removeFavorite' : 'addFavorite';
        await callResource(resource, call, { params: paramsOf(resource, id) });
      } catch (error) {
        put(id, wasFavorite);
        const text = listMessages.favoriteSaveFailed(errorText(error));
        say.danger(saveFailed ?? text, saveFailed ? { details: errorText(error) } : {});
      } finally {
        current.count -= 1;
        if (current.count === 0) {
          current.askAgain?.();
          current.askAgain = null;
        }
      }
    },
  };
}
