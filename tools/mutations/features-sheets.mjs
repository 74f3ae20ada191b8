/** Of Google Sheets: where is asked, what is shown of what was closed, and what costs others. */
const room = 'apps/server/src/engines/sheets';
const source = { test: `${room}/source.test.ts`, file: `${room}/source.ts` };
const databases = { test: 'apps/server/src/features/databases/sheets-databases.test.ts' };

export const sheetsFeatures = [
  {
    ...source,
    title: 'are asked for once a minute',
    what: 'a sheet that changed is shown as it was',
    find: 'if (before && before.hash !== hash) this.noteChange(sheet);',
    put: '',
  },
  {
    ...source,
    title: 'are not shown any longer once they are closed',
    what: 'what was closed is shown from its copy',
    find: 'this.copies.delete(sheet.name);',
    put: '',
  },
  {
    ...source,
    title: 'are refused where they are too long',
    what: 'a sheet is as long as it likes',
    find: 'bytes > mostBytes ?',
    put: 'bytes < 0 ?',
  },
  {
    test: `${room}/source.test.ts`,
    file: `${room}/named-sheets.ts`,
    title: 'is refused',
    what: 'any host may hold a sheet',
    find: ' || url.host !== host',
    put: '',
  },
  {
    ...databases,
    file: `${room}/client.ts`,
    title: 'goes nowhere but to the hosts of the service',
    what: 'a redirect is followed wherever it leads',
    find: 'if (!next || !this.isOwn(next)) throw notShared(sheet);',
    put: 'if (!next) throw notShared(sheet);',
  },
  {
    ...databases,
    file: 'apps/server/src/features/databases/own-extra.ts',
    title: 'shows a change of its sheets',
    what: 'sheets that are named anew are not looked at',
    find: "return isPart && extra != null && (extra || '{}') !== row.extra;",
    put: 'return isPart && extra === null && row.extra === null;',
  },
];
