/** Features that no row names: `title` is a part of the title of the one test, in `test`, that is to go red. */
const room = 'apps/web/src/features/dashboards';
const editor = 'apps/web/src/features/sql-editor';
const many = { file: `${room}/layout/many.ts`, test: `${room}/layout/many.test.ts` };
const keys = { file: `${room}/edit/keyboard-moves.ts`, test: `${room}/edit/keyboard-moves.test.ts` };
const first = `${room}/edit/first/propose-dashboard`;
const rules = { file: `${first}.ts`, test: `${first}.test.ts` };
const views = { file: `${editor}/results/result-views.ts`, test: `${editor}/results/result-views.test.ts` };
const state = `${room}/state/state.test.ts`;

export const features = [
  {
    ...many,
    title: 'squeezes several parts into a row together',
    what: 'a full row gives way to the first of several parts alone',
    find: 'parts.length > 1 && makesRoom ?',
    put: 'parts.length > 9 && makesRoom ?',
  },
  {
    ...many,
    title: 'makes parts as high as the tallest',
    what: 'what stands in a column keeps its height',
    find: "if (type !== 'COLUMN') return withMeta",
    put: "if (type === 'COLUMN') return layout;\n  if (type !== 'ROW') return withMeta",
  },
  {
    ...many,
    title: 'widens parts of one row until it is full',
    what: 'a row is filled with equal widths',
    find: 'withSharedWidths(layout, ids, widthOf)',
    put: 'withSharedWidths(layout, ids, () => 1)',
  },
  {
    ...many,
    title: 'pastes copies with ids of their own',
    what: 'copies keep the ids of what was copied',
    find: 'clip.map((nodes) => withNewIds(nodes, makeId))',
    put: 'clip.map((nodes) => (makeId ? nodes : withNewIds(nodes, makeId)))',
  },
  {
    ...many,
    title: 'counts parts once, in reading order',
    what: 'parts of picked parts count again',
    find: 'other !== id && isInBranch(layout, id, other)',
    put: 'other !== id && other === id',
  },
  {
    ...keys,
    title: 'takes several parts along',
    what: 'keys take several parts out of a row that is theirs alone',
    find: 'parent.children.some((child) => !ids.includes(child))',
    put: 'parent.children.length > 1',
  },
  {
    ...keys,
    title: 'takes several parts past a row',
    what: 'several parts enter a row that has no room for all',
    find: 'parts.length > 1 && !makesRoom &&',
    put: 'parts.length > 9 && !makesRoom &&',
  },
  {
    file: `${room}/layout/room.ts`,
    test: `${room}/layout/room.test.ts`,
    title: 'makes the row as low as it was pulled',
    what: 'the tallest part holds the row when its edge is pulled up',
    find: 'taller.reduce((layout, part) => withMeta(layout, part, { height }), after)',
    put: 'taller.length < 0 ? withMeta(after, id, { height }) : after',
  },
  {
    file: `${room}/layout/shrinking.ts`,
    test: `${room}/layout/room.test.ts`,
    title: 'gives way to what is dropped into it',
    what: 'parts of a full row shrink evenly, not by their share',
    find: 'width / (widths[at] ?? 1)',
    put: 'width / (at + 1)',
  },
  {
    file: `${room}/edit/tab-places.ts`,
    test: `${room}/edit/tab-places.test.ts`,
    title: 'leaves a tab of the whole dashboard among its own',
    what: 'a tab of the whole dashboard may join any group',
    find: 'isTop ? [] :',
    put: '!isTop && tabId === "" ? [] :',
  },
  {
    file: `${room}/edit/edit-store.ts`,
    test: `${room}/edit/edit-store.test.ts`,
    title: 'picks one part alone',
    what: 'a press on one of several picked parts lets the others go',
    find: 'picked.length > 1 && picked.includes(id) ? {} :',
    put: 'picked.length < 0 ? {} :',
  },
  {
    file: `${room}/state/dashboard-store.ts`,
    test: state,
    title: 'turns drafts into the charts',
    what: 'a saved draft keeps its id in the layout',
    find: 'withOtherCharts(layout, saved)',
    put: 'withOtherCharts(layout, new Map())',
  },
  {
    ...rules,
    title: 'counts different values where there is nothing to sum',
    what: 'where there is nothing to sum there is one figure',
    find: 'return [...figures, ...kinds];',
    put: 'return [...figures, ...kinds.slice(9)];',
  },
  {
    ...rules,
    title: 'leaves the count of rows out',
    what: 'one number stands under two names',
    find: 'facts.countsOfRows?.includes(metric)',
    put: 'facts.countsOfRows?.includes("")',
  },
  {
    ...rules,
    title: 'takes keys where nothing else tells rows apart',
    what: 'keys are never drawn',
    find: 'spoken.length > 0 ? spoken : texts.filter(isIdentifier)',
    put: 'spoken',
  },
  {
    ...views,
    title: 'are called by their statement without the comments',
    what: 'results are called by the comments before their statement',
    find: "    .replace(/^(\\s*(--[^\\n]*(\\n|$)|\\/\\*[\\s\\S]*?\\*\\/))+/, '')\n",
    put: '',
  },
  {
    ...views,
    title: 'are one for each statement',
    what: 'every statement shows the problem of its run',
    find: 'problem: isFailed ? entry.problem : null,',
    put: 'problem: isFailed === null ? null : entry.problem,',
  },
];
