import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ResourceEndpoints, useFavorites, useInfo, useInvalidate, useList } from '../api/index.ts';
import { useIsOwner, useSession } from '../shell/index.ts';
import type { ListDefinition, RowContext } from './list-definition.ts';
import { type ListDefaults, type ListState, parseListState, toListRequest, toSearchParams } from './list-state.ts';

function useListState(defaults: ListDefaults): readonly [ListState, (next: ListState) => void] {
  const [params, setParams] = useSearchParams();
  const state = useMemo(() => parseListState(params, defaults), [params, defaults]);
  const setState = useCallback(
    (next: ListState) => {
      // Typing in the search field is one step of the history, not one for every letter.
      const isTyping = next.search !== parseListState(new URLSearchParams(window.location.search), defaults).search;
      setParams(toSearchParams(next, defaults), { replace: isTyping });
    },
    [setParams, defaults],
  );
  return [state, setState];
}

/** Everything a list page shows and does. */
export function useListPage<T extends ResourceEndpoints>(definition: ListDefinition<T>) {
  const startsWithCards = useSession().isFeatureEnabled('LISTVIEWS_DEFAULT_CARD_VIEW') && Boolean(definition.card);
  const defaults = useMemo<ListDefaults>(
    () => ({ view: startsWithCards ? 'card' : 'table', sortColumn: definition.sortColumn }),
    [startsWithCards, definition.sortColumn],
  );
  const [state, setState] = useListState(defaults);
  const list = useList(definition.resource, toListRequest(state, definition), {
    refreshMs: definition.refreshMs,
    showsFailure: true,
  });
  const info = useInfo(definition.resource, {
    isEnabled:
      definition.deleteRefusal !== undefined ||
      definition.hasExport === true ||
      definition.create?.onCreate !== undefined,
    // A list that did not come says so in its place; what else did not come has most often the same reason.
    isQuiet: list.isFirstLoad || (list.error !== null && list.collection.length === 0),
  });
  const invalidate = useInvalidate();
  const ids = useMemo(() => list.collection.map((row) => row.id), [list.collection]);
  const favorites = useFavorites(definition.resource, definition.hasFavorites ? ids : []);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const toggleRow = (id: number) =>
    setSelected(new Set(selected.has(id) ? [...selected].filter((one) => one !== id) : [...selected, id]));
  const refresh = () => {
    setSelected(new Set());
    void invalidate(definition.resource);
  };
  const isOwner = useIsOwner();
  const context: RowContext = {
    can: info.can,
    favorites: definition.hasFavorites ? favorites : null,
    refresh,
    isOwner,
  };
  return { state, setState, list, info, context, selected, setSelected, toggleRow, refresh };
}

export type ListPageModel<T extends ResourceEndpoints> = ReturnType<typeof useListPage<T>>;
