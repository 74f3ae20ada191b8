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

export const journeyFeatures = [
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
    what: 'a version is compared with nothing',
    find: 'const older = before.data ? toTexts(before.data, nameOf) : nothing;',
    put: 'const older = before.data ? nothing : toTexts(version.data, nameOf);',
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
];
