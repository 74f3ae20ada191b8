/** Of rows that go out as Arrow. */
const results = { test: 'apps/server/src/engines/results/result-store.test.ts' };
const columns = { ...results, file: 'apps/server/src/engines/duckdb/child/arrow/arrow-columns.ts' };
const charts = { test: 'apps/server/src/rows/arrow.test.ts', file: 'apps/server/src/rows/arrow.ts' };

export const arrowFeatures = [
  {
    ...columns,
    title: 'keep every kind of value, and none',
    what: 'a decimal below zero is written without its sign',
    find: 'value < 0n ? -1n : 0n',
    put: '0n',
  },
  {
    ...columns,
    title: 'keep every kind of value, and none',
    what: 'integers of 128 bits are written as text',
    find: '[ids.HUGEINT]: { type: () => decimal128(38, 0), bytes: 16 },',
    put: '',
  },
  {
    ...results,
    file: 'apps/server/src/engines/duckdb/child/arrow/arrow-file.ts',
    title: 'hold all rows in their order',
    what: 'what is left below a portion is not written',
    find: 'waiting.push(stream.end);\n  await write();',
    put: 'await file.write(stream.end);',
  },
  {
    ...results,
    file: 'apps/server/src/engines/results/export-file.ts',
    title: 'end with whoever waits for them',
    what: 'a file is written to its end for nobody',
    find: 'path: file }, signal)',
    put: 'path: file })',
  },
  {
    ...results,
    file: 'apps/server/src/packed/bits.ts',
    title: 'keep every kind of value, and none',
    what: 'rows without a value have one',
    find: 'if (!nulls) return',
    put: 'if (nulls || !nulls) return',
  },
  {
    ...charts,
    title: 'whole numbers',
    what: 'numbers below zero lose their upper half',
    find: 'small >> 31',
    put: '0',
  },
  {
    ...charts,
    title: 'shares of whole numbers',
    what: 'a column is whole because the database says so, whatever became of it',
    find: "kindsThatFit.find((kind) => columns.every(fits[kind])) ?? 'text'",
    put: "kindsThatFit[0] ?? 'text'",
  },
  {
    file: 'apps/server/src/engines/duckdb/child/columns.ts',
    test: 'apps/server/src/engines/duckdb/types.test.ts',
    title: 'sends nothing of what the engine has in memory where no value is',
    what: 'what lay in memory before is sent where there is no value',
    find: 'if (nulls[row]) values[row] = 0;',
    put: 'if (nulls[row]) continue;',
  },
  {
    file: 'apps/server/src/packed/join-batches.ts',
    test: 'apps/server/src/engines/duckdb/types.test.ts',
    title: 'puts chunks together whose nulls come late',
    what: 'nulls of later chunks are told of the first rows',
    find: 'joined.set(column.nulls, row);',
    put: 'joined.set(column.nulls, 0);',
  },
  {
    file: 'apps/server/src/engines/duckdb/child/text-vectors.ts',
    test: 'apps/server/src/engines/duckdb/types.test.ts',
    title: 'reads texts of every length, wherever the engine keeps them',
    what: 'every long text is taken for the first of its neighbours',
    find: 'copyFrom(region, address - region.address,',
    put: 'copyFrom(region, 0,',
  },
];
