import { analyseScript } from '../sandbox/analyse.ts';
import { writeArrowFile } from './arrow/arrow-file.ts';
import { convertFile, previewFile } from './files/files.ts';
import type { Handlers, Host } from './host.ts';
import { KeptTables } from './kept-tables.ts';
import { runStatement, runTrusted } from './run.ts';

/** What the file engine does: reads stored results and uploaded files. It holds no database of anybody's. */
export function buildFileHandlers({ database, settings }: Host): Handlers {
  const { stagingFolder } = settings;
  const kept = new KeptTables(settings.resultsFolder);
  return {
    ping: async () => {
      await database.lend((connection) => connection.run('SELECT 1'));
      return null;
    },
    // Written by our planner from names of columns: no text of anybody's is parsed in here.
    analyse: ({ sql, ownCatalog }) =>
      database.lend(async (connection) => analyseScript(sql, { parser: connection, ownCatalog })),
    run: (request, task) => runStatement({ database, kept }, task, request),
    trusted: (request, task) => runTrusted({ database, kept }, task, request),
    writeArrow: (request, task) => writeArrowFile(database, task, request),
    previewFile: (request, task) =>
      database.lend((connection) => previewFile({ connection, task, stagingFolder }, request)),
    convertFile: (request, task) =>
      database.lend((connection) => convertFile({ connection, task, stagingFolder }, request)),
  };
}
