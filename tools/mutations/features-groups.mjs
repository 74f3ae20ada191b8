/** Of roles that groups of a provider or a directory give: no row names them. */
const room = 'apps/server/src/features/security';
const byProvider = `${room}/single-sign-on/single-sign-on.test.ts`;
const byDirectory = `${room}/directory/directory.test.ts`;

export const groupFeatures = [
  {
    file: `${room}/identities/identities.ts`,
    test: byProvider,
    title: 'begins with the roles of its groups',
    what: 'roles are set anew where they are not to be',
    find: 'settings.rolesClaim !== null && settings.syncsRoles',
    put: 'settings.rolesClaim !== null',
  },
  {
    file: `${room}/identities/roles.ts`,
    test: byProvider,
    title: 'of thousands of groups the last counts',
    what: 'the roles of everybody are not given',
    find: ', ...rolesFor(everybody)])]',
    put: '])]',
  },
  {
    file: `${room}/identities/roles.ts`,
    test: byProvider,
    title: 'loses nothing where the provider says',
    what: 'groups that are not told look like groups that were left',
    find: 'if (inside(values._claim_names, first) !== undefined)',
    put: 'if (first === undefined)',
  },
  {
    file: `${room}/directory/directory.ts`,
    test: byDirectory,
    title: 'reads all groups of a person',
    what: 'of a long list of groups the first part alone is read',
    find: 'if (part.next === null) break;',
    put: 'if (part.next !== undefined) break;',
  },
  {
    file: 'apps/server/src/ldap-settings.ts',
    test: byDirectory,
    title: 'knows those whose names are escaped',
    what: 'a comma that is written as a number is none',
    find: "Buffer.from(numbers.replaceAll('\\\\', ''), 'hex')",
    put: "Buffer.from(numbers, 'utf8')",
  },
];
