import { expect, it } from 'vitest';
import { createEditStore, picking } from './edit-store.ts';

it('picks one part alone, others beside it, and keeps all of them when one of them is pressed to be dragged', () => {
  const store = createEditStore();
  const pick = (id: string, isMany: boolean) => {
    store.setState((state) => picking(state, id, isMany));
    return store.getState().picked;
  };
  expect(pick('a', false)).toEqual(['a']);
  expect(pick('b', true)).toEqual(['a', 'b']);
  expect(pick('a', false)).toEqual(['a', 'b']);
  expect(pick('a', true)).toEqual(['b']);
  expect(pick('c', false)).toEqual(['c']);
  expect(pick('c', true)).toEqual(['c']);
  expect(store.getState().isGathering).toBe(true);
  expect(pick('c', true)).toEqual([]);
});
