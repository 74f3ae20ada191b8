/** Of addresses that open something with the rights of whoever follows them, and of ways to an administrator's account. */
const test = 'apps/web/src/features/sql-editor/use-opening.test.ts';
const security = 'apps/server/src/features/security';
const crossings = { test: 'apps/server/src/security-drills/crossings.test.ts' };
const clerk = { test: `${security}/users.test.ts`, title: 'reaches no administrator' };

export const linkFeatures = [
  {
    test,
    title: 'may only read',
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
  {
    ...clerk,
    what: 'whoever may change people takes the password of an administrator',
    file: `${security}/users.ts`,
    find: '  await refuseAdministrator(store, by, id);\n  refuseOwnAccess',
    put: '  refuseOwnAccess',
  },
  {
    ...clerk,
    what: 'whoever may change people makes a link for an administrator',
    file: `${security}/password-links/routes.ts`,
    find: '    await refuseAdministrator(services.store, by, user.id);\n',
    put: '',
  },
  {
    ...clerk,
    what: 'whoever may change people takes the second factor of an administrator',
    file: `${security}/second-factor/routes.ts`,
    find: '    await refuseAdministrator(store, user, id);\n',
    put: '',
  },
  {
    ...clerk,
    what: 'whoever may change people deletes an administrator',
    file: `${security}/user-deletion.ts`,
    find: '    await refuseAdministrator(transaction, by, id);\n',
    put: '',
  },
  {
    ...clerk,
    what: 'whoever may change roles unmakes administrators',
    file: `${security}/membership.ts`,
    find: '[...before.administrators].some((id) => !after.administrators.has(id))',
    put: 'before.administrators.size < 0',
  },
  {
    ...crossings,
    title: 'is kept by no cache on the way',
    what: 'answers say nothing to caches on the way',
    file: 'apps/server/src/http/router.ts',
    find: "    reply.header('cache-control', 'private');\n",
    put: '',
  },
  {
    ...crossings,
    title: 'is the caller’s own, under whatever spelling',
    what: 'a result of somebody else is read by a name of one’s own',
    file: 'apps/server/src/features/sql-editor/named-results.ts',
    find: 'if (key === undefined || run?.user_id !== user.id)',
    put: 'if (key === undefined)',
  },
  {
    ...crossings,
    title: 'is not taken over by its name',
    what: 'a tab shows a run of somebody else',
    file: 'apps/server/src/features/editor-tabs/routes.ts',
    find: 'return run?.user_id === user.id ? run : undefined;',
    put: 'return run;',
  },
];
