import { describe, expect, it } from 'vitest';
import type { Engine, RunRequest, TableSummary } from './engine.ts';
import { KeptTables } from './kept-tables.ts';

function openWorld(own: object = {}, count = 1) {
  let [now, reads] = [1000, 0];
  const kept = new KeptTables(() => now);
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const list = (schema: string): readonly TableSummary[] =>
    Array.from({ length: count }, () => ({ schema, table: `read ${reads}`, kind: 'table' as const, rowCount: null }));
  // Of an engine only what is asked here.
  const toEngine = (facts: object) =>
    ({
      run: async () => undefined,
      listTables: async (schema: string) => {
        reads += 1;
        const found = list(schema);
        if (isSlow) await new Promise<void>((resolve) => waiting.push(resolve));
        return found;
      },
      ...facts,
    }) as unknown as Engine;
  const engine = toEngine(own);
  const read = async (asked: { readonly schema?: string; readonly maxAgeMs?: number } = {}, asker = engine) => {
    const question = { databaseId: 1, opened: engine, catalog: null, schema: 'many', ...asked };
    return (await kept.read(asker, question))[0]?.table;
  };
  return {
    ...{ kept, engine, read, toEngine },
    wait: (ms: number) => {
      now += ms;
    },
    slow: (is: boolean) => {
      isSlow = is;
    },
    answer: () => waiting.splice(0).forEach((resolve) => void resolve()),
  };
}

const request = (mayWrite: boolean) => ({ mayWrite }) as RunRequest;

describe('the tables of a schema', () => {
  it('are read once for all who ask in a short time, and once more after it', async () => {
    const { read, wait } = openWorld();
    expect(await Promise.all([read(), read(), read({ schema: 'other' })])).toEqual(['read 1', 'read 1', 'read 2']);
    wait(9000);
    expect(await read()).toBe('read 1');
    wait(2000);
    expect(await read()).toBe('read 3');
  });

  it('are kept the longer the longer they take to read, to a minute', async () => {
    const { read, wait, slow, answer } = openWorld();
    slow(true);
    const first = read();
    await Promise.resolve();
    wait(8000);
    answer();
    expect(await first).toBe('read 1');
    slow(false);
    wait(35_000);
    expect(await read()).toBe('read 1');
    wait(10_000);
    expect(await read()).toBe('read 2');
  });

  it('are read again for who wants them as of a moment, and for the next one too', async () => {
    const { read, wait } = openWorld();
    await read();
    wait(500);
    expect([await read({ maxAgeMs: 600 }), await read({ maxAgeMs: 400 }), await read()]).toEqual([
      'read 1',
      'read 2',
      'read 2',
    ]);
    wait(1);
    expect(await read({ maxAgeMs: 0 })).toBe('read 3');
  });

  it('are read again once something was written, also where they were being read meanwhile', async () => {
    const { kept, engine, read, slow, answer } = openWorld();
    kept.watch(engine, 1);
    kept.watch(engine, 1);
    await read();
    await engine.run(request(false));
    expect(await read()).toBe('read 1');
    slow(true);
    await engine.run(request(true));
    const during = read();
    await Promise.resolve();
    await engine.run(request(true));
    slow(false);
    const after = await read();
    answer();
    expect([await during, after, await read()]).toEqual(['read 2', 'read 3', 'read 3']);
  });

  it('are shown to nobody but whom the database shows them, and go with their connection', async () => {
    const { kept, read, toEngine } = openWorld({ asksAs: 'ann' });
    const ben = toEngine({ asksAs: 'ben' });
    expect([await read(), await read({}, ben), await read()]).toEqual(['read 1', 'read 2', 'read 1']);
    const renewed = toEngine({ asksAs: 'ann' });
    const question = { databaseId: 1, opened: renewed, catalog: null, schema: 'many' };
    expect((await kept.read(renewed, question))[0]?.table).toBe('read 3');
  });

  it('take no more room than is theirs: what was read first goes', async () => {
    const { read, wait } = openWorld({}, 90_000);
    for (const schema of ['a', 'b', 'c']) {
      await read({ schema });
      wait(1);
    }
    expect([await read({ schema: 'c' }), await read({ schema: 'b' })]).toEqual(['read 3', 'read 2']);
    expect(await read({ schema: 'a' })).toBe('read 4');
  });

  it('are asked for again after they could not be read, and each time of an engine that keeps them itself', async () => {
    let failures = 1;
    const { read } = openWorld({
      listTables: async () => {
        if (failures-- > 0) throw new Error('away');
        return [{ table: 'there' }];
      },
    });
    await expect(read()).rejects.toThrow('away');
    expect(await read()).toBe('there');
    const embedded = openWorld({ materializer: {} });
    expect([await embedded.read(), await embedded.read()]).toEqual(['read 1', 'read 2']);
  });
});
