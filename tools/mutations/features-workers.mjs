/** Of processes that take jobs, and of results where all processes reach them. */
const runs = {
  file: 'apps/server/src/query-runs/questions.ts',
  test: 'apps/server/src/features/sql-editor/worker-runs.test.ts',
};
const kept = {
  file: 'apps/server/src/engines/results/shared-results.ts',
  test: 'apps/server/src/engines/results/shared-results.test.ts',
};

export const workerFeatures = [
  {
    ...runs,
    title: 'write once',
    what: 'a run that writes keeps its question after it was begun',
    find: "if (once.length > 0) await transaction.deleteFrom('run_questions').where('run_id', 'in', once).execute();",
    put: '',
  },
  {
    file: 'apps/server/src/query-runs/fair-choice.ts',
    test: 'apps/server/src/query-runs/fair-choice.test.ts',
    title: 'in turn',
    what: 'whoever asked first is served first, whatever he has at work',
    find: 'next.busy += 1;',
    put: '',
  },
  {
    ...kept,
    title: 'are said to be damaged when they are',
    what: 'a kept result is read whatever its seal says',
    find: 'if (!seal.isWhole())',
    put: 'if (false)',
  },
  {
    ...kept,
    title: 'are said to be damaged when they are',
    what: 'a result is taken for another one',
    find: `update(\`result \${resultId}\\n\`)`,
    put: 'update(`result\\n`)',
  },
  {
    ...kept,
    title: 'nothing else that lies there is touched',
    what: 'files of others in the storage are removed when they are old',
    find: 'if (!isOurs) continue;',
    put: '',
  },
];
