const tools = 'tools/service-programs.mjs';

/** What the tests against servers of other makers rest on. */
export const testServerFeatures = [
  {
    file: tools,
    test: 'tools/service-programs.test.ts',
    title: 'are made whole or not at all',
    what: 'a program that could not be installed is left half made',
    find: 'if (problem) await rm(folder, { recursive: true, force: true });',
    put: 'if (problem) await writeFile(ready, stamp);',
  },
  {
    file: tools,
    test: 'tools/service-programs.test.ts',
    title: 'are run by the newest Java that suits them',
    what: 'a server is run by a Java that is too new for it',
    find: 'version >= from && version <= to',
    put: 'version >= from',
  },
  {
    file: tools,
    test: 'tools/service-programs.test.ts',
    title: 'are all wanted but the large one',
    what: 'a server is fetched that nobody asked for',
    find: '(!isAsked || asked.includes(name))',
    put: 'true',
  },
];
