/** Of how pages are headed, and of forms without holes. */
const headings = { test: 'apps/web/src/features/dashboards/layout/headings.test.ts' };
const headingFile = 'apps/web/src/features/dashboards/layout/headings.ts';

export const lookFeatures = [
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
];
