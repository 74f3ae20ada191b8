import { expect, it } from 'vitest';
import { toReadable } from './readable.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

async function collect(stream: AsyncIterable<Uint8Array>): Promise<number[]> {
  const all: number[] = [];
  for await (const piece of stream) all.push(...piece);
  return all;
}

it('pieces of handfuls leave in their order, and a handful of nothing ends nothing', async () => {
  async function* handfuls() {
    yield [bytes(1), bytes(2, 3)];
    yield [];
    yield [bytes(4)];
  }
  expect(await collect(toReadable(handfuls()))).toEqual([1, 2, 3, 4]);
});

it('what goes wrong on the way ends the stream with it', async () => {
  async function* handfuls() {
    yield [bytes(1)];
    throw new Error('lost');
  }
  await expect(collect(toReadable(handfuls()))).rejects.toThrow('lost');
});

it('whoever writes is told when nobody reads any more', async () => {
  let isTold = false;
  async function* handfuls() {
    try {
      for (;;) yield [new Uint8Array(100_000)];
    } finally {
      isTold = true;
    }
  }
  const stream = toReadable(handfuls());
  await new Promise((resolve) => stream.once('data', resolve));
  stream.destroy();
  await expect.poll(() => isTold).toBe(true);
});
