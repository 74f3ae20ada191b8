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
    file: 'apps/server/src/features/sql-editor/resume.ts',
    test: runs.test,
    title: 'are not begun where they are stopped in the moment',
    what: 'a run that is stopped while a worker takes it writes',
    find: "if ((await findRun(services.store, run.client_id))?.status === 'stopped') throw",
    put: "if ((await findRun(services.store, run.client_id))?.status === 'never') throw",
  },
  ...[
    ["        eb('process', 'is', null),\n", 'a run that its process has no more goes on there'],
    ["        eb('process', '!=', process),\n", 'a run that another process has by now goes on in both'],
    ["        eb('status', 'not in', [...activeQueryStates]),\n", 'a run that was stopped elsewhere goes on'],
    ["        eb('users.is_active', '=', 0),\n", 'a run of somebody who was shut out elsewhere goes on'],
  ].map(([find, what]) => ({
    ...{ file: 'apps/server/src/query-runs/unwanted-runs.ts', test: runs.test, find, what, put: '' },
    title: 'end where another process ended or took them',
  })),
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
    title: 'lets the newest stay that together are not too big',
    what: 'the storage of results grows as long as nothing is old',
    find: 'if (isOld || bytes > maxBytes) await',
    put: 'if (isOld) await',
  },
  {
    ...kept,
    title: 'lets the newest stay that together are not too big',
    what: 'the oldest results stay where all are too big',
    find: 'other.changedMs - one.changedMs',
    put: 'one.changedMs - other.changedMs',
  },
  {
    ...kept,
    title: 'lets the newest stay that together are not too big',
    what: 'the storage of results is looked through with every result',
    find: '    if (performance.now() - this.sweptAt < sweepEveryMs) return;\n',
    put: '',
  },
  {
    ...kept,
    title: 'leaves alone what is being written',
    what: 'what another process is writing is removed',
    find: '(file.name.endsWith(ending) ? maxAgeMs : longestMs * 2)',
    put: 'maxAgeMs',
  },
  {
    ...kept,
    title: 'lets a result be kept that is on its way',
    what: 'a process that ends breaks off the results that it keeps',
    find: 'await Promise.race([Promise.all(this.waiting), pause(closingMs, undefined, { ref: false })]);',
    put: '',
  },
  {
    ...kept,
    title: 'lets a result be kept that is on its way',
    what: 'a storage that takes nothing holds up the end of a process',
    find: 'await Promise.race([Promise.all(this.waiting), pause(closingMs, undefined, { ref: false })]);',
    put: 'await Promise.all(this.waiting);',
  },
  {
    ...kept,
    title: 'is told of in a sentence to who reads',
    what: 'whoever reads a result is told how the storage failed',
    find: 'if (error instanceof EngineError) throw error;',
    put: 'if (error) throw error;',
  },
  {
    ...kept,
    title: 'nothing else that lies there is touched',
    what: 'files of others in the storage are removed when they are old',
    find: 'if (!ourNames.test(file.name)) continue;',
    put: '',
  },
];
