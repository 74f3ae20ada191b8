import { applyChange, type Change } from './draft.ts';

/** What can be done to a draft's metrics or columns; `put` is told how they become others. */
export function editItems<Item extends object>(put: (toNext: (items: readonly Item[]) => readonly Item[]) => void) {
  return {
    add: (item: Item) => put((items) => [...items, item]),
    patch: (at: number, change: Change<Item>) =>
      put((items) => items.map((item, index) => (index === at ? applyChange(item, change) : item))),
    remove: (at: number) => put((items) => items.filter((_item, index) => index !== at)),
  };
}
