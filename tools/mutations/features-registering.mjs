/** Of making an account oneself: no row names it. */
const room = 'apps/server/src/features/security/registrations';
const test = `${room}/registrations.test.ts`;
const settings = {
  file: 'apps/server/src/registration-settings.ts',
  test: 'apps/server/src/registration-settings.test.ts',
};

export const registeringFeatures = [
  {
    ...settings,
    title: 'are refused with',
    what: 'whoever registers becomes an administrator',
    find: "if (roles.some((role) => role.toLowerCase() === 'admin'))",
    put: 'if (roles.length < 0)',
  },
  {
    ...settings,
    title: 'are refused with',
    what: 'whoever registers under a name is taken for its owner at the provider',
    find: 'if (given.oidcTrustsUserNames || given.samlTrustsUserNames || given.ldapTrustsUserNames)',
    put: 'if (given.ldapTrustsUserNames)',
  },
  {
    file: `${room}/routes.ts`,
    test,
    title: 'is refused for an address',
    what: 'an address of any domain gets an account',
    find: 'if (domains && !domains.includes(domain))',
    put: 'if (domains && !domains.some((one) => domain.endsWith(one)))',
  },
  {
    file: `${room}/registrations.ts`,
    test,
    title: 'says nothing of who has an account',
    what: 'whoever has the address of an account gets a second one',
    find: "  if (owners.length === 0) return { kind: 'link', token };",
    put: "  return { kind: 'link', token };",
  },
  {
    file: `${room}/registrations.ts`,
    test,
    title: 'cannot fill the store',
    what: 'as many wait as ask',
    find: 'Number(pending) >= mostPending || Number(recent ?? 0) >= mostHourly',
    put: 'Number(recent ?? 0) >= mostHourly',
  },
  {
    file: `${room}/registrations.ts`,
    test,
    title: 'makes one account for two who use the link at the same moment',
    what: 'a name in other letters is somebody else’s account',
    find: 'if (taken) throw fieldError(',
    put: 'if (taken === null) throw fieldError(',
  },
];
