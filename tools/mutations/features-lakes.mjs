/** Of files in folders and buckets: what keeps them apart, and what is read of their logs. No row names them. */
const lake = 'apps/server/src/engines/lake';
const folder = `${lake}/folder.test.ts`;
const delta = `${lake}/delta.test.ts`;
const iceberg = `${lake}/iceberg.test.ts`;
const storage = `${lake}/storage.test.ts`;

export const lakeFeatures = [
  {
    file: `${lake}/object-cache.ts`,
    test: storage,
    title: 'counts a copy that broke off until it is taken away',
    what: 'each of those who fetch at once gets the room that is there once',
    find: 'this.promised += bytes;',
    put: '',
  },
  {
    file: `${lake}/storage.ts`,
    test: storage,
    title: 'counts a copy that broke off until it is taken away',
    what: 'copies that broke off fill the disk',
    find: 'if (!(error instanceof ObjectChanged)) this.cache.add(part,',
    put: 'if (error instanceof ObjectChanged) this.cache.add(part,',
  },
  {
    file: `${lake}/folder.ts`,
    test: folder,
    title: 'leaves out what links lead to outside of the folder',
    what: 'a connection may lead out of the folder that was opened',
    find: 'if (!isInside(base, root))',
    put: "if (base === '')",
  },
  {
    file: `${lake}/open.ts`,
    test: folder,
    title: 'describes a table as one, with its size and without a word of where it lies',
    what: "a table is told as the view that it is, with the view's text",
    find: "kind: 'table', definition: null, sizeBytes",
    put: 'sizeBytes',
  },
  {
    file: `${lake}/open.ts`,
    test: folder,
    title: 'refuses what is not a question to its tables',
    what: 'whoever may change data may write beside the views',
    find: 'this.parts.engine.run({ ...request, mayWrite: false })',
    put: 'this.parts.engine.run(request)',
  },
  {
    file: `${lake}/catalog.ts`,
    test: folder,
    title: 'sees a changed file at the next question, and says so to what is kept of the last',
    what: 'nobody is told that files are others',
    find: 'this.changes += 1;',
    put: 'this.changes += 0;',
  },
  {
    file: `${lake}/delta-log.ts`,
    test: delta,
    title: 'go on from a checkpoint, whose commits may be gone',
    what: 'a log may have gaps',
    find: 'if (following.some(([version], index) => version !== start + index))',
    put: 'if (following.some(([version]) => version < start))',
  },
  {
    file: `${lake}/delta.ts`,
    test: delta,
    title: 'are refused where they would be read wrongly, in words that say why',
    what: 'rows that were deleted in place are read',
    find: 'if (files.some(({ hasDeletions }) => hasDeletions))',
    put: 'if (files.length < 0)',
  },
  {
    file: `${lake}/file-lists.ts`,
    test: iceberg,
    title: 'are refused where they would be read wrongly, in words that say why',
    what: 'columns of files without ids are empty',
    find: 'if (Number(counted.columns[0]?.values[0] ?? 0) > 0)',
    put: 'if (Number(counted.columns[0]?.values[0] ?? 0) < 0)',
  },
  {
    file: `${lake}/storage.ts`,
    test: storage,
    title: 'opens only buckets that the administrator named, on hosts that may be called',
    what: 'any bucket may be connected',
    find: 'if (!allowed.some((pattern) =>',
    put: 'if (!allowed && !allowed.some((pattern) =>',
  },
  {
    file: `${lake}/ducklake.ts`,
    test: `${lake}/ducklake.test.ts`,
    title: 'are schemas of tables, read as their last snapshot is, wherever they were written',
    what: 'columns of a DuckLake are called what they were called once, too',
    find: 'end === null && parent === null',
    put: 'parent === null',
  },
  {
    file: `${lake}/ducklake.ts`,
    test: `${lake}/ducklake.test.ts`,
    title: 'are schemas of tables, read as their last snapshot is, wherever they were written',
    what: 'deletions that the catalog itself holds are passed over',
    find: '...rowDeletions(deleted, pathOf)',
    put: '',
  },
];
