import { expect, it } from 'vitest';
import { Attachments } from './attachments.ts';

/** Three results may be open; what is closed is told, and ends once it is let go. */
function open() {
  const closed: string[] = [];
  const closing: (() => void)[] = [];
  let isHeld = false;
  const attachments = new Attachments({
    atOnce: 3,
    detach: (id) => {
      closed.push(id);
      return isHeld ? new Promise((resolve) => closing.push(resolve)) : Promise.resolve();
    },
  });
  const add = async (...ids: readonly string[]) => {
    for (const id of ids) {
      await attachments.makeRoom();
      attachments.add(id);
    }
  };
  const holdBack = () => {
    isHeld = true;
    return () => {
      for (const end of closing) end();
    };
  };
  return { attachments, closed, add, holdBack };
}

function work() {
  let end: (failure?: Error) => void = () => undefined;
  const done = new Promise<void>((resolve, reject) => {
    end = (failure) => (failure ? reject(failure) : resolve());
  });
  return { run: () => done, end };
}

it('the oldest open result makes room for the next one', async () => {
  const { attachments, closed, add } = open();
  await add('a', 'b', 'c', 'd');
  expect([closed, attachments.has('a'), attachments.has('b')]).toEqual([['a'], false, true]);
});

it('a result stays open until the last of its readers has gone, also one that failed', async () => {
  const { attachments, closed, add } = open();
  await add('a', 'b', 'c');
  const [one, other] = [work(), work()];
  const reading = [attachments.hold(['a', 'b'], one.run), attachments.hold(['a'], other.run)];
  one.end(new Error('lost'));
  await expect(reading[0]).rejects.toThrow('lost');
  await add('d', 'e');
  expect(closed).toEqual(['b', 'c']);
  other.end();
  await reading[1];
  await add('f');
  expect(closed).toEqual(['b', 'c', 'a']);
});

it('more are open than should be while all of them are read, and no longer', async () => {
  const { attachments, closed, add } = open();
  const reading = work();
  const held = attachments.hold(['a', 'b', 'c', 'd', 'e'], reading.run);
  await add('a', 'b', 'c', 'd', 'e');
  expect(closed).toEqual([]);
  reading.end();
  await held;
  await add('f');
  expect(closed).toEqual(['a', 'b', 'c']);
});

it('whoever wants a result again waits until it has been closed', async () => {
  const { attachments, closed, add, holdBack } = open();
  await add('a', 'b', 'c');
  const letGo = holdBack();
  const making = attachments.makeRoom();
  const steps: string[] = [];
  const again = attachments.inOrder('a', async () => void steps.push('opened'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([closed, steps]).toEqual([['a'], []]);
  letGo();
  await Promise.all([making, again]);
  expect(steps).toEqual(['opened']);
});

it('what happens to one result goes on after a failure, and never two things at once', async () => {
  const { attachments } = open();
  const steps: number[] = [];
  const first = work();
  const all = [
    attachments.inOrder('a', first.run),
    attachments.inOrder('a', async () => void steps.push(2)),
    attachments.inOrder('b', async () => void steps.push(1)),
  ];
  await all[2];
  expect(steps).toEqual([1]);
  first.end(new Error('lost'));
  await expect(all[0]).rejects.toThrow('lost');
  await all[1];
  expect(steps).toEqual([1, 2]);
});
