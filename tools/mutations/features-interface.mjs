/** Of the interface as a whole, what no row names. */
const words = 'apps/web/src/i18n/server-words.test.ts';

export const interfaceFeatures = [
  {
    file: 'apps/web/src/api/errors.ts',
    test: words,
    title: 'is German in errors of calls',
    what: 'what the server refuses is told in its own language',
    find: 'super(serverText(parts.message));',
    put: 'super(parts.message);',
  },
  {
    file: 'packages/contract/src/server-words/index.ts',
    test: words,
    title: 'is said in German, with what stands in it',
    what: 'sentences with gaps stay English',
    find: '.filter(([text]) => gap.test(text))',
    put: ".filter(([text]) => text === '' && gap.test(text))",
  },
  {
    file: 'apps/web/src/features/dashboards/edit/EditScreen.tsx',
    test: 'e2e/dashboard-arrange.e2e.ts',
    title: 'a drag shows its place and its columns, a full row gives way',
    what: 'drags are told of in the words of their library',
    find: ' accessibility={silentDrag} {...drag.handlers}',
    put: ' accessibility={silentDrag.announcements ? {} : silentDrag} {...drag.handlers}',
  },
  {
    file: 'apps/web/src/features/dashboards/view/layout-parts.ts',
    test: 'e2e/dashboard-edit.e2e.ts',
    title: 'the CSS of a dashboard reaches its parts by the names that they have in the reference',
    what: 'parts have none of the names that CSS is written for',
    find: "classNames('grid-row', styles.row,",
    put: "classNames('', styles.row,",
  },
  {
    file: 'apps/web/src/features/dashboards/view/use-share.ts',
    test: 'e2e/dashboard-saving.e2e.ts',
    title: 'copying a link where the browser cannot is said',
    what: 'a link that was not copied counts as copied',
    find: 'if (isCopied === false)',
    put: 'if (isCopied === null)',
  },
  {
    file: 'apps/server/src/http/validation.ts',
    test: 'apps/server/src/http/validation.test.ts',
    title: 'says of a field that was left empty that it is empty',
    what: 'an empty field is told what it would have to look like',
    find: 'texts.includes(emptyText) ? [emptyText] :',
    put: "texts.includes('') ? [emptyText] :",
  },
  {
    file: 'apps/web/src/features/dashboards/filter-bar/chosen-text.ts',
    test: 'apps/web/src/features/dashboards/filter-bar/chosen-text.test.ts',
    title: 'says on a phone what a filter is set to',
    what: 'a range of time is called on phones as whoever set it calls it',
    find: "filterType === 'filter_time' && typeof value",
    put: "filterType === 'filter_timegrain' && typeof value",
  },
];
