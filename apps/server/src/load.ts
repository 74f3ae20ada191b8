/**
 * Starts what was built. The server's code is one script beside this file; the build keeps what the compiler made of it, so that no
 * start has to read nine megabytes of text again. What another release of Node keeps is refused by it, and the text is read.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const scriptFile = fileURLToPath(new URL('server.cjs', import.meta.url));
const codeFile = `${scriptFile}.cache`;

// The build writes nothing but ASCII: read so, nine megabytes are not copied.
const script = new Script(readFileSync(scriptFile, 'latin1'), {
  filename: scriptFile,
  ...(existsSync(codeFile) ? { cachedData: readFileSync(codeFile) } : {}),
});
const loaded: { readonly exports: Partial<typeof import('./main.ts')> } = { exports: {} };
script.runInThisContext()(loaded.exports, createRequire(scriptFile), loaded, scriptFile, dirname(scriptFile));

/** Starts the server, or does what a command says. */
export const { main } = loaded.exports as typeof import('./main.ts');

/** Keeps what the compiler has made so far, for the starts to come. */
export function keepCode(): void {
  writeFileSync(codeFile, script.createCachedData());
}
