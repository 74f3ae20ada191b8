/** Of what clients of the reference read, and of the doctor: no row names it. */
const shapes = 'apps/server/src/http/shapes-of-clients.test.ts';
const pages = 'apps/server/src/features/security/list-pages';
const doctor = 'apps/server/src/doctor/doctor.test.ts';

export const clientFeatures = [
  {
    file: 'apps/server/src/lists/users.ts',
    test: shapes,
    title: 'come without them to everybody else',
    what: 'addresses of owners are told to everybody',
    find: 'const showsEmail = isAdmin(viewer) && !viewer.guest;',
    put: 'const showsEmail = !viewer.guest;',
  },
  {
    file: 'apps/server/src/lists/uuid-input.ts',
    test: shapes,
    title: 'are found by their UUIDs, with dashes and without',
    what: 'a UUID without dashes is not understood',
    find: "where('uuid', '=', toUuid(named))",
    put: "where('uuid', '=', named)",
  },
  {
    file: 'apps/server/src/lists/info.ts',
    test: shapes,
    title: 'names fields with label, type, whether they must be there',
    what: 'every field may be left out',
    find: 'required: required.includes(name),',
    put: 'required: false,',
  },
  {
    file: 'apps/server/src/http/app-error.ts',
    test: shapes,
    title: 'to whoever is not signed in say so under `msg` too',
    what: 'nobody is told by the name that clients read',
    find: 'const told = error.status === 401 ? { msg: error.message } : {};',
    put: 'const told = {};',
  },
  {
    file: `${pages}.ts`,
    test: `${pages}.test.ts`,
    title: 'list people with their roles, what they are called as text',
    what: 'names stand in the table as markup',
    find: "user.active ? 'True' : 'False'].map(escapeHtml)",
    put: "user.active ? 'True' : 'False']",
  },
  {
    file: 'apps/server/src/http/router.ts',
    test: `${pages}.test.ts`,
    title: 'are the application for browsers',
    what: 'a browser is given what programs read',
    find: 'if (endpoint.isPageToo && opensPage(request)) return reply.callNotFound();',
    put: '',
  },
  {
    file: 'apps/server/src/doctor/data.ts',
    test: doctor,
    title: 'names a database whose password another key encrypted',
    what: 'a password that nobody can read is well',
    find: '  } catch {\n    return false;\n  }',
    put: '  } catch {\n    return true;\n  }',
  },
  {
    file: 'apps/server/src/access/accounts.ts',
    test: 'apps/server/src/features/examples/examples.test.ts',
    title: 'belong to whoever comes first after them, and to nobody who comes later',
    what: 'who comes later takes the examples too',
    find: 'if (isFirst) await adoptDashboards(transaction, id);',
    put: 'await adoptDashboards(transaction, id);',
  },
];
