import { branchOf, canHold, type Layout, type Place, parentIdOf, rootId } from '../layout/index.ts';

export interface TabGroup {
  readonly id: string;
  readonly firstTabId: string;
  readonly place: Place;
}

export interface TabPlaces {
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  /** Other groups of tabs that the tab may join. */
  readonly groups: readonly TabGroup[];
  /** The tab may hold tabs of its own. */
  readonly canNest: boolean;
}

/** Where a tab may go. A tab of the whole dashboard stays among its own. */
export function tabPlaces(layout: Layout, tabId: string): TabPlaces {
  const tabsId = parentIdOf(layout, tabId) ?? '';
  const siblings = layout[tabsId]?.children ?? [];
  const at = siblings.indexOf(tabId);
  const isTop = parentIdOf(layout, tabsId) === rootId;
  const branch = branchOf(layout, tabId);
  const others = isTop ? [] : Object.values(layout).filter((node) => node.type === 'TABS' && node.id !== tabsId);
  return {
    before: at > 0 ? { parentId: tabsId, index: at - 1 } : undefined,
    after: at >= 0 && at < siblings.length - 1 ? { parentId: tabsId, index: at + 2 } : undefined,
    groups: others
      .filter((node) => canHold(layout, node.id, branch))
      .flatMap((node) => {
        const [firstTabId] = node.children;
        const place = { parentId: node.id, index: node.children.length };
        return firstTabId ? [{ id: node.id, firstTabId, place }] : [];
      }),
    canNest: canHold(layout, tabId, { type: 'TABS', children: [{ type: 'TAB', children: [] }] }),
  };
}
