/** Of passkeys and the search in the action log: no row names them. */
const passkeys = 'apps/server/src/features/security/passkeys';
const test = `${passkeys}/passkeys.test.ts`;
const entering = { file: `${passkeys}/entering.ts`, test };
const routes = { file: `${passkeys}/routes.ts`, test };
const search = {
  file: 'apps/server/src/features/logs/log-search.ts',
  test: 'apps/server/src/features/logs/log-search.test.ts',
};

export const passkeyFeatures = [
  {
    ...entering,
    title: 'is believed once, soon, and in the browser that was asked',
    what: 'what was signed once signs in again',
    find: 'if (!(await spendChallenge(store, ceremony.challenge, now()))) throw notLetIn();',
    put: '',
  },
  {
    ...entering,
    title: 'is asked for beside the password, and is a person’s own',
    what: 'a touch without a PIN stands for both factors',
    find: "mustVerify: ceremony.kind === 'enter'",
    put: 'mustVerify: false',
  },
  {
    ...entering,
    title: 'is asked for beside the password, and is a person’s own',
    what: 'anybody’s passkey proves whoever knows the password',
    find: 'ceremony.userId === null || ceremony.userId === person.id',
    put: 'true',
  },
  {
    ...entering,
    title: 'ends with the password that was right when it was asked for',
    what: 'an old password is as good as a new one',
    find: "ceremony.kind !== 'factor' || ceremony.until === String(person.token_epoch)",
    put: 'true',
  },
  {
    ...entering,
    title: 'does not pass by a directory that has the password',
    what: 'whoever left the directory comes in by a passkey',
    find: "if (ceremony.kind === 'enter') await refuseOfDirectory(store, person.id);",
    put: '',
  },
  {
    ...routes,
    title: 'are added and removed by the password, in the browser that asked, each once',
    what: 'a passkey is added by whoever finds a browser open',
    find: 'if (ceremony?.userId !== user.id || ceremony.until !== untilOf(session)) throw notBelieved();',
    put: 'if (!ceremony) throw notBelieved();',
  },
  {
    file: `${passkeys}/passkeys.ts`,
    test,
    title: 'a passkey is one, and the last stays',
    what: 'the last factor of who must have one is removed',
    find: 'isFactorRequired(config.requiredFactor, user) && !(await hasFactor(transaction, user.id))',
    put: 'false',
  },
  {
    file: 'apps/server/src/access/accounts.ts',
    test,
    title: 'a passkey is one, and the last stays',
    what: 'a passkey is no second factor where one is asked for',
    find: ".selectFrom('passkeys')",
    put: ".selectFrom('second_factors')",
  },
  {
    ...search,
    title: 'in portions that hold nobody up, a while at a time, and tells how far',
    what: 'a portion is as long as the log',
    find: 'return Math.max(widths.least, Math.min(widths.most, width * 2, fitting));',
    put: 'return 10_000_000;',
  },
  {
    ...search,
    title: 'is no longer searched when whoever asked has left, and by three at once at most',
    what: 'any number search at once',
    find: 'if (running >= mostAtOnce) throw tooMany(1000);',
    put: '',
  },
];
