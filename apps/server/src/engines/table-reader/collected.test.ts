import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { collectTables } from './index.ts';

const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('powerset-collected-'));

describe('collected tables', () => {
  it('are read as those of a database, and leave nothing behind', async () => {
    const before = folders();
    const tables = collectTables({ one: ['id', 'name'], pairs: ['a', 'b'] });
    expect([tables.add('one', { id: 7, name: 'x', other: 1 }), tables.add('one', { id: 7, name: 'y' })]).toEqual([
      ...[true, false],
    ]);
    tables.add('pairs', { a: 1 });
    expect(() => tables.add('none', {})).toThrow('none');
    const reader = await tables.read();
    expect([...reader.tables.keys()].sort()).toEqual(['one', 'pairs']);
    const rows = [];
    for await (const portion of reader.rows({ table: 'one', columns: { id: 'plain', name: 'text' }, portion: 10 }))
      rows.push(...portion);
    expect(rows.map(({ id, name }) => [id, name])).toEqual([[7, 'x']]);
    expect(await reader.count('pairs')).toBe(1);
    await reader.close();
    expect(folders()).toEqual(before);
  });

  it('go without having been read', () => {
    const before = folders();
    collectTables({ one: ['id'] }).discard();
    expect([folders(), before.every((name) => existsSync(`${tmpdir()}/${name}`))]).toEqual([before, true]);
  });
});
