import { expect, it } from 'vitest';
import type { ResultStore } from '../../engines/index.ts';
import { createEditorResults } from './results.ts';

it('copies of results that a process fetches make way for each other, however many come in a minute', () => {
  const sizes: number[] = [];
  let tell = () => {};
  const onFetch = (listener: () => void) => {
    tell = listener;
  };
  const sweep = async ({ maxBytes }: { readonly maxBytes: number }) => sizes.push(maxBytes);
  const store = { onFetch, sweep } as unknown as ResultStore;
  createEditorResults({ store, maxMb: 3, defusesFormulas: true, now: () => new Date() });
  for (let count = 0; count < 5; count += 1) tell();
  expect(sizes).toEqual([3 * 1024 * 1024]);
});
