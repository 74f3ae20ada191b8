/** Of processes that take jobs, and of results where all processes reach them. */
const runs = {
  file: 'apps/server/src/query-runs/questions.ts',
  test: 'apps/server/src/features/sql-editor/worker-runs.test.ts',
};
const kept = {
  file: 'apps/server/src/engines/results/shared-results.ts',
  test: 'apps/server/src/engines/results/shared-results.test.ts',
};

const clock = {
  file: 'apps/server/src/features/reports/clock.ts',
  test: 'apps/server/src/features/reports/alerts.test.ts',
};

export const workerFeatures = [
  {
    ...clock,
    title: 'is told of by the process that has it by now',
    what: 'a process that lost a run of a report ends it as failed while another one is at it',
    find: "if (isBrokenOff && end.state === 'Error' && !(await this.hasFailed(run))) return;",
    put: '',
  },
  {
    ...clock,
    title: 'is told of by the process that has it by now',
    what: 'a process goes on with a run of a report that is another one’s',
    find: 'for (const [id, run] of this.running) if (!ids.has(id)) run.controller.abort();',
    put: 'for (const [id, run] of this.running) if (!ids.has(id)) void run;',
  },
  {
    ...clock,
    title: 'is stopped in the process that has it',
    what: 'a run of a report that another process stopped goes on',
    find: 'if (!ids.has(id)) run.controller.abort();',
    put: 'if (!ids.has(id) && this.isClosing) run.controller.abort();',
  },
  {
    ...clock,
    title: 'stays with its process as long as that says so',
    what: 'a run of a report that takes longer than a minute is begun by others too',
    find: '      .set({ lease_until: this.leaseUntil() })',
    put: '      .set({ worker: this.worker })',
  },
  {
    ...clock,
    title: 'stays with its process as long as that says so',
    what: 'what a process left of reports that ended waits for a minute',
    find: "set({ worker: null }).where('id', '=', id);",
    put: "set({ worker: this.worker }).where('id', '=', id);",
  },
  {
    ...clock,
    title: 'is not given back by a process that ends after it has lost it',
    what: 'a process that ends gives back a run of a report that is another one’s',
    find: "await given.where('worker', '=', this.worker).execute();",
    put: 'await given.execute();',
  },
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
    find: 'if (!ourNames.test(file.name)) continue;',
    put: '',
  },
];
