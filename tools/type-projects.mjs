/** The projects whose types `npm run check` reads; together they hold every file of TypeScript. */
export const typeProjects = [
  { title: 'Types of packages and server', file: 'tsconfig.json' },
  { title: 'Types of the interface, as it is shipped', file: 'tsconfig.web.json' },
  { title: 'Types of the interface with its tests', file: 'tsconfig.web-tests.json' },
  { title: 'Types of journeys and measurements', file: 'tsconfig.e2e.json' },
  { title: 'Types of tools', file: 'tsconfig.tools.json' },
];
