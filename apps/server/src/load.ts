/**
 * Starts what was built. The server's code is one script beside this file; the build keeps what the compiler made of it, so that no
 * start has to read nine megabytes of text again. What another release of Node keeps is refused by it, and the text is read.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

type Server = typeof import('./main.ts');

const scriptFile = fileURLToPath(new URL('server.cjs', import.meta.url));
const codeFile = `${scriptFile}.cache`;

function load(): { readonly script: Script; readonly server: Server } {
  // The build writes nothing but ASCII: read so, nine megabytes are not copied.
  const script = new Script(readFileSync(scriptFile, 'latin1'), {
    filename: scriptFile,
    ...(existsSync(codeFile) ? { cachedData: readFileSync(codeFile) } : {}),
  });
  const loaded: { readonly exports: Partial<Server> } = { exports: {} };
  script.runInThisContext()(loaded.exports, createRequire(scriptFile), loaded, scriptFile, dirname(scriptFile));
  return { script, server: loaded.exports as Server };
}

/** Starts the server, or does what a command says. */
export async function main(...given: Parameters<Server['main']>): Promise<void> {
  await load().server.main(...given);
}

/** Keeps what the compiler makes of the server while it is loaded, for the starts to come. */
export function keepCode(): void {
  writeFileSync(codeFile, load().script.createCachedData());
}
