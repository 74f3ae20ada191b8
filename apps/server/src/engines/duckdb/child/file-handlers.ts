import { convertFile, previewFile } from './files/files.ts';
import type { Handlers, Host } from './host.ts';
import { KeptTables } from './kept-tables.ts';
import { runTrusted } from './run.ts';

/** What the file engine does: reads stored results and uploaded files. It holds no database of anybody's. */
export function buildFileHandlers({ database, settings }: Host): Handlers {
  const { stagingFolder } = settings;
  const kept = new KeptTables(settings.resultsFolder);
  return {
    ping: async () => {
      await database.lend((connection) => connection.run('SELECT 1'));
      return null;
    },
    trusted: (request, task) => runTrusted({ database, kept }, task, request),
    previewFile: (request, task) =>
      database.lend((connection) => previewFile({ connection, task, stagingFolder }, request)),
    convertFile: (request, task) =>
      database.lend((connection) => convertFile({ connection, task, stagingFolder }, request)),
  };
}
