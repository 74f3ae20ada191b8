import { expect, it } from 'vitest';
import { emptyLayout, type Layout, type LayoutNode, newNode, rootId, withParents } from '../layout/index.ts';
import { tabPlaces } from './tab-places.ts';

const tab = (id: string, children: readonly string[] = []): LayoutNode => ({ ...newNode('TAB', id), children });
const tabs = (id: string, children: readonly string[]): LayoutNode => ({ ...newNode('TABS', id), children });

/** A dashboard of two tabs; the first holds two groups of tabs under each other. */
function groups(): Layout {
  const nodes = [
    { ...newNode('ROOT', rootId), children: ['TOP'] },
    tabs('TOP', ['t1', 't2']),
    tab('t1', ['A', 'B']),
    tabs('A', ['a1', 'a2', 'a3']),
    tabs('B', ['b1']),
    ...['t2', 'a1', 'a2', 'a3', 'b1'].map((id) => tab(id)),
  ];
  return withParents({ ...emptyLayout(), ...Object.fromEntries(nodes.map((node) => [node.id, node])) });
}

it('says where a tab may go without a pointer: beside its neighbours, and into other groups that can hold it', () => {
  const places = tabPlaces(groups(), 'a2');
  expect(places.before).toEqual({ parentId: 'A', index: 0 });
  expect(places.after).toEqual({ parentId: 'A', index: 3 });
  expect(places.groups.map(({ id, place }) => [id, place.index])).toEqual([
    ['TOP', 2],
    ['B', 1],
  ]);
  expect(tabPlaces(groups(), 'a1').before).toBeUndefined();
  expect(tabPlaces(groups(), 'a3').after).toBeUndefined();
});

it('leaves a tab of the whole dashboard among its own, and lets it alone hold tabs', () => {
  expect(tabPlaces(groups(), 't1')).toMatchObject({ groups: [], canNest: true });
  expect(tabPlaces(groups(), 't2').groups).toEqual([]);
  expect(tabPlaces(groups(), 'a1').canNest).toBe(false);
});
