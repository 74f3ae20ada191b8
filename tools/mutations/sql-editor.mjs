const room = 'apps/web/src/features/sql-editor';
const session = `${room}/session.ts`;
const sync = `${room}/tabs/backend-sync.ts`;
const newTab = `${room}/tabs/new-tab.ts`;
const panels = `${room}/panels.ts`;

export const sqlEditor = [
  {
    row: 'SQL-026',
    what: 'a tab that runs when the editor opens does not',
    file: session,
    find: 'if (shown?.loaded && shown.autorun) void runTab(inside, shown.id);',
    put: '',
  },
  {
    row: 'SQL-019',
    what: 'a run in the background starts as running',
    file: `${room}/runs/run-actions.ts`,
    find: "body.runAsync ? 'pending' : 'running'",
    put: "'running'",
  },
  {
    row: 'SQL-033',
    what: 'a tab that is gone stays when it is activated',
    file: sync,
    find: 'if (isMissing(error)) this.change((state) => removeTab(state, id));\n      else',
    put: 'if (!isMissing(error))',
  },
  {
    row: 'SQL-034',
    what: 'a tab that is gone stays when it is loaded',
    file: `${room}/session-tabs.ts`,
    find: 'if (isMissing(error)) editor.setState((now) => removeTab(now, tab.id));\n    else',
    put: 'if (!isMissing(error))',
  },
  {
    row: 'SQL-036',
    what: 'a failed migration is never tried again',
    file: sync,
    find: 'this.earlier.add(tab.id);\n      this.schedule(tab.id, retryMs);',
    put: 'this.earlier.add(tab.id);',
  },
  {
    row: 'SQL-037',
    what: 'a failed migration says nothing',
    file: sync,
    find: "toasts.warning(editorMessages.migrationFailed('query editor'), { isUnique: true });",
    put: 'void 0;',
  },
  {
    row: 'SQL-038',
    what: 'tabs are told to the server although they are not kept there',
    file: session,
    find: 'parts.defaults.isPersisted\n    ?',
    put: 'true\n    ?',
  },
  {
    row: 'SQL-041',
    what: 'a new tab takes the first database instead of the one with the lowest id',
    file: newTab,
    find: 'Math.min(...ids)',
    put: '(ids[0] ?? null)',
  },
  {
    row: 'SQL-043',
    what: 'the text of a new tab does not say that it is not kept',
    file: newTab,
    find: 'return isPersisted ? defaultSql :',
    put: 'return true ? defaultSql :',
  },
  {
    row: 'SQL-044',
    what: 'the limit of a new tab is the greatest one',
    file: newTab,
    find: 'Math.min(defaults.queryLimit, defaults.maxRow)',
    put: 'defaults.maxRow',
  },
  {
    row: 'SQL-046',
    what: 'a lost session is told in the words of the server',
    file: `${room}/runs/run-error.ts`,
    find: 'return /CSRF.token/i.test(text) ? editorMessages.sessionEnded() : text;',
    put: 'return text;',
  },
  {
    row: 'SAV-009',
    what: 'a text that could not be stored is not advised to be saved',
    file: `${room}/tabs/tab-fields.ts`,
    find: 'failure: editorMessages.sqlNotStored',
    put: 'failure: failingActions.name',
  },
  {
    row: 'SAV-010',
    what: 'a schedule that was saved says nothing',
    file: `${room}/toolbar/ScheduleQueryModal.tsx`,
    find: '      say.success(editorMessages.scheduled());\n',
    put: '',
  },
  {
    row: 'SAV-011',
    what: 'a schedule that failed says nothing',
    file: `${room}/toolbar/ScheduleQueryModal.tsx`,
    find: '      say.danger(editorMessages.scheduleFailed(), { details: errorText(error) });\n',
    put: '      void errorText(error);\n',
  },
  {
    row: 'TBL-007',
    what: 'panels stay behind when their tab is migrated',
    file: sync,
    find: '      await migratePanels(store, backend, id);\n',
    put: '',
  },
  {
    row: 'TBL-008',
    what: 'a panel loads for ever when its metadata cannot be read',
    file: panels,
    find: 'isMetadataLoading: false',
    put: 'isMetadataLoading: true',
  },
  {
    row: 'TBL-010',
    what: 'tables are previewed where the database has that turned off',
    file: panels,
    find: '|| database.disable_data_preview) return;',
    put: ') return;',
  },
  {
    row: 'TBL-012',
    what: 'closing a panel fails in silence',
    file: panels,
    find: 'toasts.danger(failingActions.removeTable())',
    put: 'undefined',
  },
];
