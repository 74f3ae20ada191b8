import { expect, it } from 'vitest';
import { createSignedOut } from './signed-out.ts';

it('all calls that found the session over wait for the same sign-in', async () => {
  const { store, ask, settle } = createSignedOut();
  const answers = Promise.all([ask('expired'), ask('elsewhere')]);
  expect(store.getState().reason).toBe('expired');
  settle(true);
  expect(await answers).toEqual([true, true]);
  expect(store.getState().reason).toBeNull();
});

it('a session that ends again is asked for again', async () => {
  const { store, ask, settle } = createSignedOut();
  const first = ask('expired');
  settle(false);
  expect(await first).toBe(false);
  const second = ask('elsewhere');
  expect(store.getState().reason).toBe('elsewhere');
  settle(true);
  expect(await second).toBe(true);
});
