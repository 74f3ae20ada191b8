/** Of dashboards as files: what they answer, and what lies in them. */
const test = 'apps/server/src/features/pictures/offline-files.test.ts';

export const offlineFileFeatures = [
  {
    test,
    title: 'what the engine answers under the same filters',
    what: 'tables of rows follow no filter',
    file: 'apps/server/src/answers/cubes.ts',
    find: 'all.length > 0 && all.every(isRaw)',
    put: 'all.length > 1000',
  },
  {
    test,
    title: 'is nothing under filters where the rows are too many',
    what: 'a table of rows takes all the room of a file',
    file: 'apps/server/src/answers/raw-cubes.ts',
    find: 'Math.min(maxRows, Math.floor(mostCells / columns.length))',
    put: 'maxRows * 1000',
  },
  {
    test,
    title: 'tells of rows no others than the table shows',
    what: 'columns of filters are shown beside those of the table',
    file: 'packages/query/src/offline/rows.ts',
    find: 'const columns = outputs.flatMap(',
    put: 'const columns = [...outputs, { label: "more", at: [0] }].flatMap(',
  },
  {
    test,
    title: 'knows no range that ends within a day',
    what: 'a range that ends within a day is followed by whole days',
    file: 'packages/query/src/offline/conditions.ts',
    find: 'if (!dimension.isWhole && !(isDay(since) && isDay(until))) return null;',
    put: '',
  },
  {
    test,
    title: 'leaves out filters on columns',
    what: 'a filter on a column that the dataset has not is asked for',
    file: 'packages/query/src/offline/answers.ts',
    find: "typeof filter.col !== 'string' || columns.has(filter.col)",
    put: 'true || columns.has(String(filter.col))',
  },
  {
    test,
    title: 'is there for single values alone',
    what: 'figures that are no sums are not asked for under single values',
    file: 'apps/server/src/features/pictures/offline/make-file.ts',
    find: 'if (found.length === 0)',
    put: 'if (found.length < 0)',
  },
  {
    test,
    title: 'tells no SQL',
    what: 'answers in a file tell their SQL',
    file: 'apps/server/src/features/pictures/offline/questions.ts',
    find: "query: '', ",
    put: '',
  },
];
