/** What only journeys prove: that a feature of the SQL editor reaches the page, and does there what it says. */
const editor = 'apps/web/src/features/sql-editor';
const results = `${editor}/results`;
const preview = {
  file: `${editor}/preview/TextPreview.tsx`,
  test: 'e2e/sql-editor-preview.e2e.ts',
  title: 'the first rows of the statement or WITH query at the cursor',
};
const versions = {
  file: `${editor}/versions/VersionsModal.tsx`,
  test: 'e2e/sql-editor-versions.e2e.ts',
  title: 'a saved query lists its versions',
};
const plans = { test: 'e2e/sql-editor-plan.e2e.ts', title: 'its plan is a tree that can be measured' };
const schedules = { test: 'e2e/schedules.e2e.ts', title: 'schedules are listed, run now, looked at' };

export const journeyFeatures = [
  {
    file: 'apps/web/src/features/dashboards/view/ChartStates.tsx',
    test: 'e2e/states.e2e.ts',
    title: 'a small card and a filter go on after a sign-in',
    what: 'a small card waits on after a sign-in',
    find: 'useSignedIn(placeOf(props.run), props.reload);',
    put: '',
  },
  {
    file: 'packages/ui/src/floating/Modal.tsx',
    test: 'e2e/states.e2e.ts',
    title: 'the first wrong field comes into sight',
    what: 'a wrong field stays out of sight',
    find: '  useFaultFocus(panel);',
    put: '',
  },
  {
    ...preview,
    what: 'no rows are shown while a text is written',
    find: 'setShown(answer && { ...text, answer });',
    put: 'setShown(answer && null);',
  },
  {
    ...preview,
    what: 'what has just run is shown twice',
    find: '(ran === shown.sql.trim() || ran === tab.sql.trim())',
    put: "ran === ''",
  },
  {
    ...versions,
    what: 'a version that is brought back does not come into the tab',
    find: 'session.change(tab.id, toTabFields(await loadSavedQuery(id)));',
    put: 'await loadSavedQuery(id);',
  },
  {
    ...versions,
    file: 'apps/web/src/versions/VersionComparison.tsx',
    what: 'a version is compared with nothing',
    find: 'version: before.data ?? null,',
    put: 'version: null,',
  },
  {
    file: `${results}/chart/use-result-chart.ts`,
    test: 'e2e/sql-editor-results.e2e.ts',
    title: 'a result is drawn at once',
    what: 'what was chosen of a result’s chart is not drawn',
    find: 'const chart = chosen ?? (suggested',
    put: 'const chart = (suggested ?? chosen) && (suggested',
  },
  {
    file: `${results}/use-keys.ts`,
    test: 'e2e/sql-editor-results.e2e.ts',
    title: 'a foreign key leads to its row',
    what: 'a foreign key leads nowhere',
    find: 'keys.find(({ index }) => index === cell.column)?.target',
    put: 'keys.find(({ index }) => index < 0)?.target',
  },
  {
    file: `${results}/comparison/CompareModal.tsx`,
    test: 'e2e/sql-editor-results.e2e.ts',
    title: 'two results are compared',
    what: 'changes that are not wanted stay among the differences',
    find: 'const question = { before, keys, kinds: shown };',
    put: 'const question = { before, keys, kinds };',
  },
  {
    file: `${editor}/parameters/ParameterField.tsx`,
    test: 'e2e/sql-editor-parameters.e2e.ts',
    title: 'parameters of the text are filled in typed fields',
    what: 'Enter in the field of a parameter runs nothing',
    find: '  run();\n',
    put: '',
  },
  {
    file: `${editor}/parameters/ParameterField.tsx`,
    test: 'e2e/sql-editor-parameters.e2e.ts',
    title: 'a parameter is chosen from the values of a query',
    what: 'values of a query are chosen by their keys',
    find: 'label: String(row[second ?? first] ?? row[first]),',
    put: 'label: String(row[first]),',
  },
  {
    ...plans,
    file: `${editor}/plan/PlanModal.tsx`,
    what: 'a plan is measured without running it',
    find: 'loadPlan({ ...asked, results }, isMeasured, signal)',
    put: 'loadPlan({ ...asked, results }, false, signal)',
  },
  {
    ...plans,
    file: `${editor}/toolbar/EstimateLine.tsx`,
    what: 'nobody says beside Run what a query will give',
    find: "const rows = estimate['Estimated rows'];",
    put: "const rows = estimate['Estimated lines'];",
  },
  {
    file: `${editor}/history/HistoryModal.tsx`,
    test: 'e2e/sql-editor-history.e2e.ts',
    title: 'a run is found again in the history',
    what: 'the search of the history finds everything',
    find: "wanted === '' ? []",
    put: "wanted !== '#' ? []",
  },
  {
    file: `${editor}/history/HistoryModal.tsx`,
    test: 'e2e/sql-editor-history.e2e.ts',
    title: 'opened with its results',
    what: 'a run of the history is opened without its results',
    find: 'hasResults: run.results_key !== null,',
    put: 'hasResults: false,',
  },
  {
    ...schedules,
    file: 'apps/web/src/features/schedules/RunsModal.tsx',
    what: 'a run of a schedule does not say why it failed',
    find: '{run.error === null ? null : (',
    put: '{run.error === null || run.error !== null ? null : (',
  },
  {
    file: `${editor}/toolbar/ScheduleTimesModal.tsx`,
    test: 'e2e/schedules.e2e.ts',
    title: 'a query is scheduled in plain words from the editor',
    what: 'the tab of a query that was scheduled does not belong to what was saved with it',
    find: 'session.change(tab.id, { ...toTabFields(saved), remoteId: saved.id });',
    put: 'session.change(tab.id, toTabFields(saved));',
  },
];
