import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { unpackTable } from '../../packed/index.ts';
import { readStatements } from './grammar/statement.ts';
import { block } from './native-fixture.ts';
import { RowReader } from './read-rows.ts';

const forms = {
  numbers: {
    Native: block([['n', 'UInt8', Buffer.from([1, 2, 3])]], 3),
    texts: Buffer.from('n\nUInt8\n1\n2\n3\n'),
  },
  lists: {
    Native: block([['n', 'Array(UInt8)', Buffer.alloc(9)]], 1),
    texts: Buffer.from('n\nArray(UInt8)\n[1]\n'),
  },
  nothing: { Native: Buffer.alloc(0), texts: Buffer.from('n\nUInt8\n') },
};

/** A reader of a server whose answers to whatever is asked are these, and what it was asked. */
function open(answers: (typeof forms)[keyof typeof forms]) {
  const asked: string[] = [];
  const reader = new RowReader({
    open: async (_statement, _request, { read, format = 'texts' }) => {
      asked.push(format);
      const stream = Readable.from([format === 'Native' ? answers.Native : answers.texts]);
      return { writing: { writesUtc: true, zone: 'UTC' }, batches: read({ stream, errorTag: null }) };
    },
    describe: async () => {
      asked.push('columns');
      return [{ name: 'n', nativeType: 'UInt8' }];
    },
  });
  const read = async (sql: string, { maxRows = 10, isExact = false } = {}) => {
    const [statement] = readStatements(sql);
    const { signal } = new AbortController();
    const request = { sql, maxRows, isExact, timeoutMs: 1000, fairnessKey: 'ada', signal };
    const rows = await reader.read(statement!, request);
    const { columns, rowCount } = unpackTable(await rows.toTable());
    return { values: columns[0]?.values, type: columns[0]?.nativeType, rowCount, isTruncated: rows.isTruncated };
  };
  return { asked, read };
}

describe('rows of a statement', () => {
  it('are read in the form of the server, no more of them than are wanted', async () => {
    const { asked, read } = open(forms.numbers);
    expect(await read('SELECT n FROM t')).toMatchObject({ values: [1, 2, 3], isTruncated: false });
    expect(await read('SELECT n FROM t', { maxRows: 2 })).toMatchObject({ values: [1, 2], isTruncated: true });
    expect(asked).toEqual(['Native', 'Native']);
  });

  it('are read from texts where those are exact', async () => {
    const { asked, read } = open(forms.numbers);
    expect(await read('SELECT n FROM t', { isExact: true })).toMatchObject({ rowCount: 3 });
    expect(asked).toEqual(['texts']);
  });

  it('are read from texts where a type is read from nothing else, which is tried once for a table', async () => {
    const { asked, read } = open(forms.lists);
    expect(await read('SELECT n FROM t')).toMatchObject({ values: ['[1]'] });
    expect(await read('SELECT n, 2 FROM t')).toMatchObject({ values: ['[1]'] });
    expect(asked).toEqual(['Native', 'texts', 'texts']);
    await read('SELECT n FROM other');
    expect(asked.slice(3)).toEqual(['Native', 'texts']);
  });

  it('tell their columns where there are none', async () => {
    const { asked, read } = open(forms.nothing);
    expect(await read('SELECT n FROM t')).toMatchObject({ values: [], type: 'UInt8', rowCount: 0 });
    expect(asked).toEqual(['Native', 'columns']);
  });
});
