import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Rooms and packages that no reader of a file comes to: what changes a dashboard, or asks a server. */
const leftOut = [
  /\/features\/dashboards\/(edit|dialogs|saving)\//,
  /\/features\/dashboards\/filter-bar\/(settings|sets)\//,
  /\/features\/dashboards\/view\/(save-dashboard|ChartDialogs)\./,
  /\/apps\/web\/src\/(access-requests|report-editor|drilling|schedule-times|pictures|chart-plugins|dataset-editor|datasets)\//,
  /\/apps\/web\/src\/shell\/(AppPalette|ShortcutsModal)\./,
  /\/charts\/src\/(plugins|shared\/plugins\/[A-Za-z-]+)\./,
  /\/apps\/web\/src\/i18n\/(de|ar|zh|fr|ja|pt|es)\./,
  /\/contract\/src\/server-words\//,
  /\/charts\/src\/shared\/maps\/start-map\./,
];

/** Each file takes the words of its own language along. */
const languages = ['ar', 'de', 'es', 'fr', 'ja', 'pt', 'zh'];
const catalogues = join(import.meta.dirname, '../src/i18n');

const stub = '\0powerset-not-in-file';

/** What stands for the code that is left out: nothing of it is ever drawn; maps say that they cannot be drawn here. */
const stubCode = 'export const canDrawMaps = () => false; export default {};';

/** Builds the page in a file without the code that is loaded later and only has a use where there is a server. */
export function offlineParts(): Plugin {
  return {
    name: 'powerset-offline-parts',
    enforce: 'pre',
    async resolveDynamicImport(specifier, importer) {
      if (typeof specifier !== 'string' || !importer) return null;
      const found = await this.resolve(specifier, importer);
      const path = found?.id.split('\\').join('/') ?? '';
      return leftOut.some((pattern) => pattern.test(path)) ? stub : null;
    },
    resolveId: (id) => (id === stub ? id : null),
    load: (id) => (id === stub ? stubCode : null),
    generateBundle() {
      for (const code of languages) {
        const source = readFileSync(join(catalogues, `${code}.json`), 'utf8');
        this.emitFile({ type: 'asset', fileName: `texts-${code}.json`, source });
      }
    },
    transform(code, id) {
      // Maps of the file's charts lie in the file.
      if (!/\/charts\/src\/shared\/map-files\.ts/.test(id)) return null;
      return code.replace(/import\.meta\.glob(<\w+>)?\([^)]*\)/, 'globalThis.powersetMaps ?? {}');
    },
  };
}
