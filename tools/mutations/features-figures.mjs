/** Of figures of versions: how rows are matched, what counts as the same, and as whom both versions are asked. */
const matching = 'packages/query/src/figures';
const matched = { test: `${matching}/figures.test.ts` };
const server = 'apps/server/src/features/version-figures';
const asked = { test: `${server}/version-figures.test.ts` };

export const figureFeatures = [
  {
    ...matched,
    file: `${matching}/measures.ts`,
    title: 'are the same where they differ by the noise of adding up, and others where whole numbers differ by one',
    what: 'every sum of fractions is told as another after each run',
    find: 'const noise = 1e-12;',
    put: 'const noise = 0;',
  },
  {
    ...matched,
    file: `${matching}/measures.ts`,
    title: 'are the same where they differ by the noise of adding up, and others where whole numbers differ by one',
    what: 'large whole numbers that differ are told as the same',
    find: '  if (Number.isInteger(before) && Number.isInteger(after)) return false;\n',
    put: '',
  },
  {
    ...matched,
    file: `${matching}/measures.ts`,
    title: 'that became infinite, or were, are others than every number, and the same as themselves',
    what: 'a figure that became infinite is told as the same',
    find: '  if (!Number.isFinite(before) || !Number.isFinite(after)) return false;\n',
    put: '',
  },
  {
    ...matched,
    file: `${matching}/compare-figures.ts`,
    title: 'are joined by the columns that both name rows by, and by none where they share none',
    what: 'rows that nothing in common names are matched by their order',
    find: 'common.length > 0 || keys.length === 0',
    put: 'true',
  },
  {
    ...matched,
    file: `${matching}/pair-rows.ts`,
    title: 'of rows that share their name: those alike are the same, others are paired in their order and counted',
    what: 'rows that are alike are told as changed where others share their name',
    find: 'const old = same?.pop();',
    put: 'const old: number | undefined = same && undefined;',
  },
  {
    ...asked,
    file: `${server}/dataset-versions.ts`,
    title: 'are not told of a version that reads what whoever asks may not read',
    what: 'an earlier version of a dataset shows what its readers may not read',
    find: '    await describeSource(services, toSourceRequest(user, dataset));\n',
    put: '',
  },
  {
    ...asked,
    file: `${server}/dataset-figures.ts`,
    title: 'are told though one expression is wrong, which says so itself',
    what: 'one metric that is wrong hides the figures of all others',
    find: 'const work = async () => {',
    put: 'const work = async () => {\n    if (together.failure) return;',
  },
  {
    ...asked,
    file: `${server}/dataset-figures.ts`,
    title: 'are not asked for one by one where the database does not answer in time',
    what: 'a database that answers nothing in time is asked for each measure alone',
    find: 'if (!alone.isVain) continue;',
    put: 'if (!alone.isVain || alone.failure) continue;',
  },
  {
    ...asked,
    file: 'apps/server/src/answers/questions/question.ts',
    title: 'fill in what their queries hold as templates',
    what: 'versions of datasets with templates have no figures',
    find: 'question.source && !question.source.isTemplated',
    put: 'question.source',
  },
  {
    ...asked,
    file: `${server}/routes.ts`,
    title: 'are for whoever may change what they are versions of, and for versions that are kept',
    what: 'everybody who may write charts reads the figures of any chart',
    find: "    await assertMayChange.chart(user, id);\n    const fields = await readVersions<ChartVersionFields>(deps, 'chart'",
    put: "    const fields = await readVersions<ChartVersionFields>(deps, 'chart'",
  },
  {
    ...asked,
    file: `${server}/dashboard-figures.ts`,
    title:
      'say which charts may show other figures, which stand in one of them, and each with the defaults of its filters',
    what: 'both versions of a dashboard are asked without their filters',
    find: '{ ...board, masks: {} }',
    put: '{ ...board, metadata: {}, masks: {} }',
  },
  {
    ...asked,
    file: `${server}/chart-figures.ts`,
    title: 'of raw rows are rows that came and went, and a limit that cut them is said',
    what: 'nothing says that a limit cut what was compared',
    find: ' || answer.facts.limitReached !== null',
    put: '',
  },
  {
    file: 'apps/web/src/versions/figure-words.ts',
    test: 'apps/web/src/versions/figure-words.test.ts',
    title: 'two figures that look alike are written to the digit in which they differ',
    what: 'a figure changed from 1.2M to 1.2M',
    find: "  if (old !== next || column.type !== 'number') return [old, next];",
    put: '  if (column) return [old, next];',
  },
];
