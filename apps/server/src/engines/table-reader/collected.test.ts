import { readdirSync } from 'node:fs';
import { makeTempFolder, type TempFolder } from '@powerset/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectTables } from './index.ts';

let folder: TempFolder;
beforeEach(async () => {
  folder = await makeTempFolder('powerset-collected-tables');
});
afterEach(() => folder.remove());

describe('collected tables', () => {
  it('are read as those of a database, and leave nothing behind', async () => {
    const tables = collectTables({ one: ['id', 'name'], pairs: ['a', 'b'] }, folder.path);
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
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('go without having been read', () => {
    collectTables({ one: ['id'] }, folder.path).discard();
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
