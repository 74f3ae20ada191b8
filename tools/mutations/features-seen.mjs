/** Of what people see: states that were silent, hidden or covered. Journeys and units prove it. */
const explore = 'apps/web/src/features/explore';

export const seenFeatures = [
  {
    test: 'e2e/reports.e2e.ts',
    title: 'a report is named before the chart is deleted',
    what: 'reports are asked for in an order that they do not have',
    file: 'apps/web/src/api/resource-calls.ts',
    find: 'toListQuery({ filters, pageSize: hidden.size + most })',
    put: "toListQuery({ filters, orderColumn: 'id', pageSize: hidden.size + most })",
  },
  {
    test: `${explore}/model/chart-state.test.ts`,
    title: 'says Network error. when no answer came',
    what: 'a chart that nobody answered is as one that was refused',
    file: `${explore}/model/chart-run.ts`,
    find: 'isUnanswered: isUnanswered(error) || undefined',
    put: 'isUnanswered: undefined',
  },
  {
    test: 'e2e/explore-panes.e2e.ts',
    title: 'without a network a chart says what stays',
    what: 'a chart that nobody answered waits for its reader',
    file: `${explore}/use-return.ts`,
    find: 'askAgain: () => latest.current.onReturn(),',
    put: 'askAgain: () => undefined,',
  },
  {
    test: 'e2e/phone.e2e.ts',
    title: 'messages on a phone leave what a run came to free',
    what: 'messages on a phone lie over what a run came to',
    file: 'packages/ui/src/feedback/Toasts.module.css',
    find: '    top: 152px;\n    bottom: auto;',
    put: '',
  },
  {
    test: 'e2e/phone.e2e.ts',
    title: 'a column of a result is filtered by a finger',
    what: 'the filter of a column is seen by who can hover alone',
    file: 'apps/web/src/features/sql-editor/results/columns/ColumnFilter.module.css',
    find: '@media (hover: none)',
    put: '@media (width < 0)',
  },
  {
    test: 'e2e/long-names.e2e.ts',
    title: 'a pointer on a name that is cut is told the whole of it',
    what: 'a name that is cut keeps its rest to itself',
    file: 'packages/ui/src/display/cut-texts.ts',
    find: "addEventListener('pointerover', onOver, { passive: true });",
    put: '',
  },
];
