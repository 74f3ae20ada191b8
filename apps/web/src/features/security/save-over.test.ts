import { expect, it } from 'vitest';
import { ApiError } from '../../api/index.ts';
import { type Choice, saveOver } from './save-over.ts';

/** A server whose object was saved at the times given, one after each refusal. */
function open(times: readonly number[], choice: Choice, isSame = false) {
  const log = { asked: [] as string[], taken: [] as number[], seen: [] as number[] };
  let reads = 0;
  const isSaved = saveOver({
    opened: { last_modified_time: 1 },
    save: async ({ last_modified_time: seen }) => {
      log.seen.push(seen);
      if (seen !== times.at(-1)) throw new ApiError({ status: 409, message: 'This role was saved by Ada.' });
    },
    readTheirs: async () => {
      reads += 1;
      return { last_modified_time: times[reads - 1] ?? 0 };
    },
    differencesTo: () => (isSame ? [] : [{ label: 'Name', left: 'a', right: 'b' }]),
    ask: async ({ message }) => {
      log.asked.push(message);
      return choice;
    },
    take: ({ last_modified_time: time }) => log.taken.push(time),
  });
  return { isSaved, log };
}

it('saves over what was seen, and asks again about what was saved after that', async () => {
  const { isSaved, log } = open([2, 3], 'overwrite');
  expect(await isSaved).toBe(true);
  expect([log.seen, log.asked.length]).toEqual([[1, 2, 3], 2]);
});

it('saves nothing when the other version is taken, or when nothing is chosen', async () => {
  const theirs = open([2], 'theirs');
  expect([await theirs.isSaved, theirs.log.taken, theirs.log.seen]).toEqual([false, [2], [1]]);
  const stay = open([2], 'stay');
  expect([await stay.isSaved, stay.log.taken, stay.log.seen]).toEqual([false, [], [1]]);
});

it('asks nothing where nothing differs, and passes other failures on', async () => {
  const { isSaved, log } = open([2], 'stay', true);
  expect([await isSaved, log.asked]).toEqual([true, []]);
  const broken = saveOver({
    opened: { last_modified_time: 1 },
    save: () => Promise.reject(new ApiError({ status: 500, message: 'broken' })),
    readTheirs: () => Promise.reject(new Error('not asked')),
    differencesTo: () => [],
    ask: () => Promise.reject(new Error('not asked')),
    take: () => undefined,
  });
  await expect(broken).rejects.toThrow('broken');
});
