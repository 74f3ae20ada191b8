/** Of themes, single sign-on, sessions and the action log: no row names them. */
const security = 'apps/server/src/features/security';
const signOn = `${security}/single-sign-on`;
const signOnTest = `${signOn}/single-sign-on.test.ts`;
const themes = 'apps/server/src/features/themes';
const themesTest = `${themes}/themes.test.ts`;
const documents = {
  file: 'packages/chart-kit/src/theme-documents.ts',
  test: 'packages/chart-kit/src/theme-documents.test.ts',
};
const look = 'apps/web/src/theming/look.test.ts';
const logs = 'apps/server/src/features/logs';
const auditTest = `${logs}/audit.test.ts`;
const links = `${security}/password-links`;
const linksTest = `${links}/password-links.test.ts`;
const factor = `${security}/second-factor`;
const factorTest = `${factor}/second-factor.test.ts`;
const viewAsTest = `${security}/view-as.test.ts`;
const trash = 'apps/server/src/trash';
const versions = 'apps/server/src/versions';
const versionsTest = `${versions}/versions.test.ts`;
const trashTest = 'apps/server/src/features/trash/trash.test.ts';

export const peopleFeatures = [
  {
    file: `${security}/sign-in.ts`,
    test: factorTest,
    title: 'is asked for at both doors',
    what: 'a second factor is not asked for',
    find: 'await checkFactor(services, row.id, credentials.code);',
    put: '',
  },
  {
    file: `${factor}/second-factor.ts`,
    test: factorTest,
    title: 'takes a code once',
    what: 'a code that was read over a shoulder opens again',
    find: 'return step > factor.last_step ?',
    put: 'return step > 0 ?',
  },
  {
    file: `${factor}/second-factor.ts`,
    test: factorTest,
    title: 'of two that bring the same code at once lets one in',
    what: 'two take the same code at once',
    find: "      .where('last_step', '=', factor.last_step)\n",
    put: '',
  },
  {
    file: `${factor}/second-factor.ts`,
    test: factorTest,
    title: 'lets nobody guess codes who knows the password',
    what: 'codes are guessed without end',
    find: 'if (count >= mostWrong && left > 0) throw tooMany(left);',
    put: '',
  },
  {
    file: 'apps/server/src/http/view-as-rules.ts',
    test: viewAsTest,
    title: 'changes nothing, while it is read',
    what: 'an administrator changes things as somebody else',
    find: "throw new AppError('VIEW_ONLY_ERROR', { params: { name: username } });",
    put: 'return;',
  },
  {
    file: `${security}/routes.ts`,
    test: viewAsTest,
    title: 'signing out leaves the other person’s tokens',
    what: 'signing out ends the tokens of whom one looked as',
    find: 'endTokensOf(user.viewedBy?.id ?? user.id)',
    put: 'endTokensOf(user.id)',
  },
  {
    ...documents,
    title: 'sets nothing that is more than a color',
    what: 'a theme ends its declaration and writes rules of its own',
    find: 'value !== undefined && isPlain(value) ? value : undefined',
    put: 'value',
  },
  {
    ...documents,
    title: 'works out of one color all that stands on it',
    what: 'letters in the accent stay as faint as it is',
    find: 'return found === steps[0] ? color : (found ?? text);',
    put: 'return color;',
  },
  {
    file: documents.file,
    test: look,
    title: 'is dark where the upper theme is',
    what: 'a dark dashboard lies on the light look of the product',
    find: 'const side = wanted ?? asked;',
    put: 'const side = asked;',
  },
  {
    file: `${themes}/store.ts`,
    test: themesTest,
    title: 'is nobody else’s to choose, change or delete',
    what: 'whoever writes themes changes what everybody sees',
    find: 'if (isOfProduct(theme) && !isAdmin(user)) throw forbidden();',
    put: '',
  },
  {
    file: 'apps/server/src/themes/files.ts',
    test: themesTest,
    title: 'holds themes with their files inside',
    what: 'a theme goes to others without its logo',
    find: 'if (inside === undefined || inside.length > budget.left) return address;',
    put: 'if (budget) return address;',
  },
  {
    file: `${signOn}/identities.ts`,
    test: signOnTest,
    title: 'gets no account of a name or address that somebody has',
    what: 'who calls himself as somebody here is that person',
    find: "if (named && !settings.trustsUserNames) return { refusal: 'name_taken' };",
    put: '',
  },
  {
    file: `${signOn}/identities.ts`,
    test: signOnTest,
    title: 'stays out while the account is switched off',
    what: 'whoever was switched off comes in by the provider',
    find: "if (owner.is_active !== 1) return { refusal: 'inactive' };",
    put: '',
  },
  {
    file: `${signOn}/routes.ts`,
    test: signOnTest,
    title: 'is of the browser that was sent there',
    what: 'a way back is taken for whatever state',
    find: 'if (!trip || query.state !== trip.state)',
    put: 'if (!trip)',
  },
  {
    file: `${signOn}/roles.ts`,
    test: signOnTest,
    title: 'stays the administrator’s while there is no other',
    what: 'the last administrator loses the role',
    find: 'const kept = isLast ? [...roles, ...admins.map((admin) => admin.role_id)] : roles;',
    put: 'const kept = roles;',
  },
  {
    file: `${signOn}/trip.ts`,
    test: signOnTest,
    title: 'is led to no other site',
    what: 'whoever signs in is sent to any site',
    find: 'return isOwn ? next : ',
    put: 'return next ? next : ',
  },
  {
    file: `${security}/own-sessions.ts`,
    test: `${security}/own-sessions.test.ts`,
    title: 'are ended together, but for the one that asks',
    what: 'whoever signs out elsewhere is signed out here too',
    find: '({ idHash }) => idHash !== session?.idHash',
    put: '() => true',
  },
  {
    file: `${logs}/audit.ts`,
    test: auditTest,
    title: 'says who signed in, and under which name somebody failed to',
    what: 'tries to sign in leave no trace',
    find: "(user.isAnonymous && kind !== 'sign_in')",
    put: 'user.isAnonymous',
  },
  {
    file: `${trash}/kinds.ts`,
    test: trashTest,
    title: 'a dataset whose rules by row hold again',
    what: 'a dataset that was brought back shows rows that its rules hide',
    find: "table: 'row_level_rule_datasets',\n        column: 'dataset_id',",
    put: "table: 'dashboard_roles',\n        column: 'dashboard_id',",
  },
  {
    file: `${trash}/restore.ts`,
    test: trashTest,
    title: 'brings a chart back to its dashboard when both were deleted',
    what: 'a chart and its dashboard, both brought back, have lost each other',
    find: 'if (gone) await leaveToOther(transaction, part, { row, gone });',
    put: 'if (gone) continue;',
  },
  {
    file: 'apps/server/src/features/trash/store.ts',
    test: trashTest,
    title: 'what others deleted, except for administrators',
    what: 'everybody brings back what others deleted',
    find: "...(isAdmin(user) ? [eb('object_type', '!=', 'saved_query')] : [])",
    put: "eb('object_type', '!=', 'saved_query')",
  },
  {
    file: `${versions}/versions.ts`,
    test: versionsTest,
    title: 'are none where a save changed nothing, or only what pages note by themselves',
    what: 'a save that changes nothing is a version',
    find: 'if (last && changed.length === 0) return;',
    put: 'if (!row) return;',
  },
  {
    file: 'apps/server/src/features/charts/service.ts',
    test: versionsTest,
    title: 'keep what was written past every save, by an import',
    what: 'what an import wrote is lost with the next save',
    find: "    if (isSave) await keepVersion(transaction, { type: 'chart', id });\n    const update",
    put: '    const update',
  },
  {
    file: `${versions}/versions.ts`,
    test: versionsTest,
    title: 'go, the oldest first, after a hundred, or four million letters',
    what: 'versions are kept without end',
    find: '  await forgetOldest(store, { type, id });',
    put: '',
  },
  {
    file: `${links}/links.ts`,
    test: linksTest,
    title: 'once the password was changed in another way',
    what: 'an old link changes a password that was changed since',
    find: " || (user.credentials_changed_on ?? '') > link.created_on",
    put: '',
  },
  {
    file: `${links}/links.ts`,
    test: linksTest,
    title: 'is replaced once by two who use the link at the same moment',
    what: 'a link is used twice',
    find: '    await takeLink(transaction, token);',
    put: '',
  },
  {
    file: `${links}/routes.ts`,
    test: linksTest,
    title: 'is none of those who sign in at an identity provider',
    what: 'a mailbox opens what an identity provider closed',
    find: "    .where('id', 'not in', store.selectFrom('user_identities').select('user_id'))",
    put: '',
  },
  {
    file: 'apps/server/src/access/secrets.ts',
    test: 'apps/server/src/backup/rotate-key.test.ts',
    title: 'and the old one open everything when it was cut short',
    what: 'a rotation that was cut short loses every password',
    find: '  const storeKeys = [key, ...older].map',
    put: '  const storeKeys = [key].map',
  },
  {
    file: `${trash}/restore.ts`,
    test: trashTest,
    title: 'comes back to the roles that could read it',
    what: 'a dataset that was brought back is read by its owners alone',
    find: "  if (type === 'dataset') await restoreGrants(transaction, entry.object_id, rows[grantTable] ?? []);",
    put: '',
  },
  {
    file: `${links}/turns.ts`,
    test: `${links}/turns.test.ts`,
    title: 'works one after the other, however many ask at once',
    what: 'who asks five times at once fills a letter box',
    find: 'last = last.then(work)',
    put: 'last = work()',
  },
  {
    file: `${logs}/log-list.ts`,
    test: `${logs}/logs.test.ts`,
    title: 'finds among hundreds of thousands of rows what was asked without holding anybody up',
    what: 'the file of a kind of action holds everybody up for seconds',
    find: 'const portionWidth = 500;',
    put: 'const portionWidth = 2_000_000;',
  },
];
