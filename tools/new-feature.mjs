/**
 * node tools/new-feature.mjs <name>: a resource on every floor (contract, store, server, interface) that works, with
 * its tests, to be turned into another. The name is a plural: weekly-targets.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { copyTemplates, insertAt, readName } from './scaffold.mjs';
import { projectRoot as root } from './sources.mjs';

const migrations = 'apps/server/src/metadata/migrations';

/** Where each floor lists what it has. */
function registerFeature(places) {
  const { __kebab__: kebab, __Pascal__: pascal, __camel__: camel, __snake__: snake, __number__: number } = places;
  const insert = (path, anchor, text, where) => insertAt({ root, path, anchor, text, where });
  const contract = 'packages/contract/src';
  const described = `${contract}/schemas/described.ts`;
  insert(`${contract}/index.ts`, /\*\/\n/, `export * from './${kebab}.ts';\n`);
  insert(`${contract}/schemas.ts`, /\*\/\n/, `export * from './schemas/${kebab}.ts';\n`);
  insert(
    described,
    /^/,
    `import { ${camel}Endpoints } from '../${kebab}.ts';\nimport { ${camel}Operations } from './${kebab}.ts';\n`,
  );
  insert(described, /return new Map\(\[\n/, `    ...join(${camel}Endpoints, ${camel}Operations),\n`);
  insert(
    'apps/server/src/app.ts',
    / {2}installErrorHandler\(server\);\n/,
    `  register${pascal}(router, services);\n`,
    'before',
  );
  insert(
    'apps/server/src/app.ts',
    /import [^\n]* from '\.\/config\.ts';\n/,
    `import { register${pascal} } from './features/${kebab}/index.ts';\n`,
  );
  const listed = 'apps/server/src/metadata/migrations.ts';
  insert(
    listed,
    /import \{ StoreError \}/,
    `import { migrate as ${camel} } from './migrations/${number}-${kebab}.ts';\n`,
    'before',
  );
  insert(
    listed,
    /const allMigrations[^\n]*\[\n(?: {2}\{[^\n]*\n)*/,
    `  { name: '${number}-${kebab}', migrate: ${camel} },\n`,
  );
  const table = `export interface ${pascal}Table {\n  id: Generated<number>;\n  user_id: number;\n  label: string;\n  changed_on: string;\n}\n\n`;
  insert(
    'apps/server/src/metadata/tables.ts',
    /(\/\*\*[^\n]*\*\/\n)?export interface MetadataTables \{\n/,
    `  ${snake}: ${pascal}Table;\n`,
  );
  insert(
    'apps/server/src/metadata/tables.ts',
    /(\/\*\*[^\n]*\*\/\n)?export interface MetadataTables \{\n/,
    table,
    'before',
  );
}

function nextMigration() {
  const last = readdirSync(join(root, migrations))
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .sort()
    .at(-1);
  return String(Number(last?.slice(0, 4) ?? 0) + 1).padStart(4, '0');
}

const places = { ...readName(process.argv.slice(2), 'node tools/new-feature.mjs <name>'), __number__: nextMigration() };
const targets = {
  'feature/contract': 'packages/contract/src',
  'feature/migration': migrations,
  'feature/server': `apps/server/src/features/${places.__kebab__}`,
  'feature/web': `apps/web/src/features/${places.__kebab__}`,
};
const written = Object.entries(targets).flatMap(([kind, target]) => copyTemplates({ root, kind, target, places }));
registerFeature(places);
const changed = [
  'packages/contract/src/index.ts',
  'packages/contract/src/schemas.ts',
  'packages/contract/src/schemas/described.ts',
  'apps/server/src/app.ts',
  'apps/server/src/metadata/migrations.ts',
  'apps/server/src/metadata/tables.ts',
];
const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
await runCommand(process.execPath, [biome, 'check', '--write', ...written, ...changed], { cwd: root, isQuiet: true });
for (const path of written) console.log(`  ${path}`);
for (const path of changed) console.log(`  ${path} (changed)`);
console.log(`Next: node_modules/.bin/vitest run apps/server/src/features/${places.__kebab__}`);
console.log(
  'Then: UPDATE_DOCS=1 node_modules/.bin/vitest run apps/server/src/access writes its endpoints into docs/access-matrix.md,',
);
console.log(
  'and node apps/web/tools/extract-texts.mjs collects its texts, to be translated in apps/web/src/i18n/de.json.',
);
