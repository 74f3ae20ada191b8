import { describe, expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

const read = async (text: GrowingText) => {
  const portions: string[] = [];
  for await (const portion of text.read()) portions.push(portion.toString());
  return portions;
};

function openSource() {
  const waiting: ((portion: Buffer | null) => void)[] = [];
  const give = async (portion: string | null) => {
    while (waiting.length === 0) await Promise.resolve();
    waiting.shift()!(portion === null ? null : Buffer.from(portion));
  };
  async function* portions(): AsyncGenerator<Buffer> {
    for (;;) {
      const portion = await new Promise<Buffer | null>((resolve) => waiting.push(resolve));
      if (portion === null) return;
      yield portion;
    }
  }
  return { give, portions };
}

describe('a text that grows', () => {
  it('is read from its beginning by many, while it is written and afterwards', async () => {
    const { give, portions } = openSource();
    const text = GrowingText.of(portions());
    const early = read(text);
    await give('a');
    const later = read(text);
    await give('b');
    expect(text.whole()).toBeNull();
    await give(null);
    expect([await early, await later, await read(text)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
    expect(Buffer.concat([...(text.whole() ?? [])]).toString()).toBe('ab');
  });

  it('fails for everyone who reads when its writer fails', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('a');
      throw new Error('lost');
    }
    const text = GrowingText.of(broken());
    await expect(read(text)).rejects.toThrow('lost');
    await expect(text.finished()).rejects.toThrow('lost');
  });
});
