/**
 * Says to which room of the house a file belongs, and which packages that room may take.
 */

const charts = [
  '@powerset/charts/definitions',
  '@powerset/charts/names',
  '@powerset/charts/older-types',
  '@powerset/charts/plugins',
  '@powerset/charts/suggestions',
  '@powerset/charts/thumbnails',
  '@powerset/charts/types',
  '@powerset/charts/views',
];
const serverWords = [
  '@powerset/contract/server-words',
  ...['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'].map((code) => `@powerset/contract/server-words/${code}.json`),
];
const testkit = ['@powerset/testkit'];

/** What each workspace may import of ours; `views` is what its .tsx files may take besides. */
export const lawOf = {
  contract: { takes: [] },
  sql: { takes: [] },
  ui: { takes: [] },
  query: { takes: ['@powerset/contract', '@powerset/contract/schemas', '@powerset/sql'] },
  'chart-kit': { takes: ['@powerset/contract'] },
  charts: { takes: ['@powerset/contract', '@powerset/chart-kit'], views: ['@powerset/ui'] },
  server: {
    takes: [
      '@powerset/contract',
      '@powerset/contract/schemas',
      ...serverWords,
      '@powerset/sql',
      '@powerset/query',
      '@powerset/chart-kit',
      '@powerset/charts/definitions',
      '@powerset/charts/drawing',
      // Agents name measures and columns; which type fits them is known once.
      '@powerset/charts/suggestions',
      '@powerset/charts/older-types',
    ],
  },
  web: {
    takes: [
      '@powerset/contract',
      ...serverWords,
      '@powerset/chart-kit',
      '@powerset/ui',
      '@powerset/query/brushed',
      '@powerset/query/offline',
      ...charts,
    ],
  },
  testkit: {
    takes: [
      '@powerset/contract',
      '@powerset/contract/schemas',
      '@powerset/sql',
      '@powerset/query',
      '@powerset/chart-kit',
      ...charts,
    ],
  },
  e2e: { takes: ['@powerset/contract', ...testkit] },
  bench: { takes: ['@powerset/contract', ...testkit] },
};

/**
 * `workspace` is a key of `lawOf`; `home` the folder that relative imports may not leave; `room` the nearest folder
 * with a door of its own (a chart, a feature, a floor of the server or the interface), null at the top.
 */
export function placeOf(path) {
  const parts = path.split('/');
  const isNested = parts[0] === 'packages' || parts[0] === 'apps';
  const workspace = isNested ? parts[1] : parts[0];
  const home = isNested ? `${parts[0]}/${parts[1]}` : parts[0];
  const inside = parts.slice(isNested ? 3 : 1, -1);
  return { workspace, home, room: roomOf(workspace, home, inside) };
}

function roomOf(workspace, home, inside) {
  if (inside.length === 0) return null;
  if (workspace === 'charts')
    return { kind: inside[0] === 'shared' ? 'floor' : 'chart', folder: `${home}/src/${inside[0]}` };
  if (workspace !== 'server' && workspace !== 'web') return null;
  if (inside[0] !== 'features') return { kind: 'floor', folder: `${home}/src/${inside[0]}` };
  return inside.length < 2 ? null : { kind: 'feature', folder: `${home}/src/features/${inside[1]}` };
}

/** Doors of the parts that tests are made of. */
export const testDoors = testkit;
