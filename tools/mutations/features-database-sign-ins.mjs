/** Of people who ask databases as themselves. */
const tokens = 'apps/server/src/database-tokens';
const test = 'apps/server/src/features/database-sign-ins/database-sign-ins.test.ts';
const engines = 'apps/server/src/engines';
const reports = 'apps/server/src/features/reports';
const asked = { test: 'apps/server/src/engines/warehouse/tokens.test.ts', title: 'asked by people themselves' };

export const databaseSignInFeatures = [
  {
    ...{
      file: 'apps/server/src/answers/prepared-questions.ts',
      test,
      title: 'keeps what one was shown from whoever looks as that person',
    },
    what: 'answers of one person are given to another',
    find: 'engine.asksAs ?? ',
    put: '',
  },
  {
    ...{
      file: 'apps/server/src/engines/asking-people.ts',
      test,
      title: 'keeps what one was shown from whoever looks as that person',
    },
    what: 'whoever looks as somebody is given the answers of that person',
    find: 'viewedBy?.id ?? null',
    put: 'null',
  },
  {
    ...{ file: `${tokens}/provider.ts`, test, title: 'turns away the product and not the person' },
    what: 'tokens go with the secret of the client',
    find: ' && refusals.has(word)',
    put: '',
  },
  {
    ...{
      file: `${engines}/oauth2-client.ts`,
      test: `${engines}/oauth2-client.test.ts`,
      title: 'is something else with',
    },
    what: 'tokens are shown to whatever is behind a tunnel',
    find: 'way, certificate ?? null];',
    put: 'certificate ?? null];',
  },
  {
    ...{ file: `${engines}/engines.ts`, test, title: 'are refused where what is sent' },
    what: 'tokens are sent readably',
    find: 'if (readable)',
    put: 'if (readable === undefined)',
  },
  {
    ...{ file: `${tokens}/coming-back.ts`, test, title: 'is taken once, and only the person who was sent there' },
    what: 'somebody else comes back',
    find: ' || user.id !== trip.userId',
    put: '',
  },
  {
    ...{ file: `${tokens}/coming-back.ts`, test, title: 'is taken once, and only the person who was sent there' },
    what: 'a state is used twice',
    find: 'return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n;',
    put: 'return spent !== undefined;',
  },
  {
    ...{ file: `${tokens}/tokens.ts`, test, title: 'that another process could not renew serves while it is good' },
    what: 'a token that another process could not renew is taken for one that ended',
    find: 'if (!now.isRenewing) break;',
    put: 'if (!now.isRenewing) return null;',
  },
  {
    ...{ file: `${tokens}/trips.ts`, test, title: 'came too late' },
    what: 'a state holds for ever',
    find: ' && trip.untilMs > now().getTime()',
    put: '',
  },
  {
    ...{ file: `${tokens}/kept-tokens.ts`, test, title: 'asks anew once its connection is another one' },
    what: 'tokens outlive their connection',
    find: 'if (sealed?.fingerprint === database.fingerprint)',
    put: 'if (sealed)',
  },
  {
    ...{
      file: 'apps/server/src/features/databases/secret-options.ts',
      test,
      title: 'send a secret that is kept to no other',
    },
    what: 'a kept secret goes to another provider',
    find: 'if (!isMaskedIn(given) || placeOf(given) === placeOf(before)) return whole;',
    put: 'if (before) return whole;',
  },
  {
    ...{ ...asked, file: 'apps/server/src/engines/trino/client.ts' },
    what: 'the account of the connection is named beside a token',
    find: '...(tokens ? {} : {',
    put: '...(tokens === undefined ? {} : {',
  },
  {
    ...{ ...asked, file: 'apps/server/src/engines/remote/ask-as.ts' },
    what: 'a token that was refused is the end',
    find: 'error.status !== 401',
    put: 'error.status !== 400',
  },
  {
    ...{ file: `${tokens}/tokens.ts`, test, title: 'gives no token to what somebody else has run' },
    what: 'whoever changes a report reads as its owner',
    find: 'if (person?.isByOtherHand)',
    put: 'if (person === undefined)',
  },
  {
    ...{
      file: `${reports}/run.ts`,
      test: `${reports}/alerts.test.ts`,
      title: 'once somebody else changed what it asks',
    },
    what: 'it is forgotten who changed a report last',
    find: 'report.changed_by_fk === user.id ? user',
    put: 'report.id > 0 ? user',
  },
];
