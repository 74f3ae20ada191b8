/** Of how pages are headed, and of forms without holes. */
const headings = { test: 'apps/web/src/features/dashboards/layout/headings.test.ts' };
const headingFile = 'apps/web/src/features/dashboards/layout/headings.ts';

const listColumns = {
  test: 'apps/web/src/lists/columns-that-fit.test.ts',
  file: 'apps/web/src/lists/columns-that-fit.ts',
};

export const lookFeatures = [
  {
    ...listColumns,
    title: 'are all shown where the name keeps room beside them',
    what: 'the last column that fits is left out',
    find: 'isFull ||= room < 0;',
    put: 'isFull ||= room <= 0;',
  },
  {
    ...listColumns,
    title: 'give way from the last of the secondary ones, never the name',
    what: 'columns take the room of the name',
    find: 'const flexibleWidth = 220;',
    put: 'const flexibleWidth = 0;',
  },
  {
    ...headings,
    title: 'is so once one stood before it, and not before',
    what: 'a heading counts for what stands above it',
    file: headingFile,
    find: 'parent.children.slice(0, Math.max(0, parent.children.indexOf(parents[at + 1] ?? id)))',
    put: 'parent.children',
  },
  {
    ...headings,
    title: 'counts one in front of tabs for all of them, and one inside a tab for that alone',
    what: 'a heading of one tab counts for the next',
    file: headingFile,
    find: "if (!node || node.type === 'TABS') return false;",
    put: 'if (!node) return false;',
  },
  {
    test: 'apps/web/src/features/databases/connection-form.test.ts',
    title: 'leaves no field beside a hole',
    what: 'a field that is the last of its line stands beside nothing',
    file: 'apps/web/src/features/databases/connection-form.ts',
    find: 'return alone === null ? wide : wide.add(alone);',
    put: 'return wide;',
  },
  {
    test: 'apps/web/src/lists/import-problems.test.ts',
    title: 'is beyond help when something else is wrong too',
    what: 'a refused bundle does not say which of its files is wrong',
    file: 'apps/web/src/lists/import-problems.ts',
    find: 'others.length > 0 ? [{ file, texts: others }] : []',
    put: '[]',
  },
  {
    test: 'apps/web/src/report-editor/free-names.test.ts',
    title: 'is its own name, then with who asked for it, then with a number',
    what: 'a second subscription to dashboards of one title finds no free name',
    file: 'apps/web/src/report-editor/free-names.ts',
    find: 'length: mostAlike - 1',
    put: 'length: 0',
  },
  {
    test: 'apps/web/src/features/dashboards/saving/aspects.test.ts',
    title: 'that are the same differ in nothing',
    what: 'the charts that all cross-filters reach count as a change',
    file: 'apps/web/src/features/dashboards/saving/aspects.ts',
    find: 'whole: [scopesOf(own), globalScope(common)],',
    put: 'whole: [scopesOf(own), common ?? null],',
  },
  {
    test: 'apps/server/src/features/pictures/unplaced-charts.test.ts',
    title: 'are drawn in rows of three, also where there is no layout at all',
    what: 'charts without a place are left out of pictures',
    file: 'apps/server/src/features/pictures/unplaced-charts.ts',
    find: 'if (missing.length === 0) return position;',
    put: 'return position;',
  },
  {
    file: 'apps/web/src/features/sql-editor/editor/first-text.ts',
    test: 'apps/web/src/features/sql-editor/editor/first-text.test.ts',
    title: 'has the cursor at what gives way',
    what: 'what is typed first stands before the note of a new tab',
    find: 'untouched.includes(text) ? text.length - defaultSql.length : 0',
    put: '0',
  },
  {
    file: 'apps/web/src/features/sql-editor/editor/focus-at-opening.ts',
    test: 'e2e/sql-editor-workbench.e2e.ts',
    title: 'whoever opens the editor writes at once',
    what: 'the editor waits to be pressed',
    find: "matchMedia('(pointer: fine)').matches) view.focus();",
    put: 'false) view.focus();',
  },
  {
    file: 'apps/web/src/shell/may-upload.ts',
    test: 'apps/web/src/shell/may-upload.test.ts',
    title: 'is offered to nobody where several processes have no place for files',
    what: 'several processes offer uploads that lead nowhere',
    find: 'hasPlaceForFiles(session) && can(',
    put: 'can(',
  },
];
