/** What can be done to a draft's metrics or columns; `put` takes them as they are then. */
export function editItems<Item extends object>(items: readonly Item[], put: (items: readonly Item[]) => void) {
  return {
    add: (item: Item) => put([...items, item]),
    patch: (at: number, change: Partial<Item>) =>
      put(items.map((item, index) => (index === at ? { ...item, ...change } : item))),
    remove: (at: number) => put(items.filter((_item, index) => index !== at)),
  };
}
