/** Of addresses that open something with the rights of whoever follows them. */
const test = 'apps/web/src/features/sql-editor/use-opening.test.ts';

export const linkFeatures = [
  {
    test,
    title: 'what runs by itself of an address may only read',
    what: 'a link runs whatever it says',
    file: 'apps/web/src/features/sql-editor/use-opening.ts',
    find: 'const unasked = { onlyReads: true } as const;',
    put: 'const unasked = {};',
  },
  {
    test,
    title: 'a run that may only read says so',
    what: 'a run that may only read does not say so',
    file: 'apps/web/src/features/sql-editor/runs/execute-body.ts',
    find: '...(options.onlyReads ? { only_reads: true } : {}),',
    put: '',
  },
];
