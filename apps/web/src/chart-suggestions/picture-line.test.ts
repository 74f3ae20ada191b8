import type { WireSmallPicture } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { createPictureLine } from './picture-line.ts';

const drawn: WireSmallPicture = { state: 'drawn', image: 'data:image/png;base64,', summary: null };
const slow: WireSmallPicture = { state: 'slow', image: null, summary: null };
const stays = new AbortController().signal;
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** Work that ends when it is told to, and what of it has begun. */
function heldWork() {
  const begun: string[] = [];
  const ends = new Map<string, (picture: WireSmallPicture) => void>();
  const of = (name: string) => () => {
    begun.push(name);
    return new Promise<WireSmallPicture>((resolve) => ends.set(name, resolve));
  };
  return { begun, of, end: (name: string, picture = drawn) => ends.get(name)?.(picture) };
}

describe('the line of small pictures', () => {
  it('draws two at once, and the others in the order in which they came', async () => {
    const line = createPictureLine();
    const work = heldWork();
    const pictures = ['a', 'b', 'c', 'd'].map((name) => line.run('sales', work.of(name), stays));
    await turn();
    expect(work.begun).toEqual(['a', 'b']);
    work.end('b');
    await turn();
    expect(work.begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) work.end(name);
    await turn();
    work.end('d');
    expect(await Promise.all(pictures)).toEqual([drawn, drawn, drawn, drawn]);
  });

  it('forgets who leaves before his turn, and gives on the turn of whoever fails', async () => {
    const line = createPictureLine();
    const work = heldWork();
    const leaving = new AbortController();
    const failing = line.run('sales', () => Promise.reject(new Error('no')), stays);
    const first = line.run('sales', work.of('a'), stays);
    const left = line.run('sales', work.of('b'), leaving.signal);
    const last = line.run('sales', work.of('c'), stays);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(failing).rejects.toThrow('no');
    await turn();
    expect(work.begun).toEqual(['a', 'c']);
    await expect(line.run('sales', work.of('d'), leaving.signal)).rejects.toThrow('left');
    for (const name of ['a', 'c']) work.end(name);
    await Promise.all([first, last]);
  });

  it('leaves rows alone for a while that were slow, and no others', async () => {
    let now = 0;
    const line = createPictureLine(() => now);
    const asked: string[] = [];
    const ask = (source: string, picture: WireSmallPicture) =>
      line.run(
        source,
        async () => {
          asked.push(source);
          return picture;
        },
        stays,
      );
    expect(await ask('events', slow)).toEqual(slow);
    expect(await ask('events', drawn)).toEqual(slow);
    expect(await ask('sales', drawn)).toEqual(drawn);
    expect(asked).toEqual(['events', 'sales']);
    now += 3_600_000;
    expect(await ask('events', drawn)).toEqual(drawn);
  });
});
