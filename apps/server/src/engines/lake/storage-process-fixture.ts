import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export interface StorageProcess {
  readonly port: number;
  readonly end: () => Promise<void>;
}

interface StorageWanted {
  readonly bucket: string;
  readonly pageSize: number;
  /** By their keys. */
  readonly objects: ReadonlyMap<string, string>;
  /** Where its program is kept meanwhile. */
  readonly folder: string;
}

/** The storage of the tests in a process of its own: what it takes to answer is no work of whoever asks. */
export async function startStorageProcess({
  bucket,
  pageSize,
  objects,
  folder,
}: StorageWanted): Promise<StorageProcess> {
  const [program, content] = [path.join(folder, 'storage.mjs'), path.join(folder, 'objects.json')];
  await build({
    entryPoints: [fileURLToPath(new URL('storage-fixture.ts', import.meta.url))],
    ...{ outfile: program, bundle: true, platform: 'node', target: 'node20', format: 'esm' },
  });
  await writeFile(content, JSON.stringify([...objects]));
  const script = `
    import { readFileSync } from 'node:fs';
    import { startStorage } from ${JSON.stringify(pathToFileURL(program).href)};
    const storage = await startStorage(${JSON.stringify(bucket)}, ${pageSize});
    for (const [key, text] of JSON.parse(readFileSync(${JSON.stringify(content)}, 'utf8')))
      storage.objects.set(key, Buffer.from(text));
    console.log(storage.port);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [port] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error('The storage ended while starting.'))),
  ]);
  return {
    port: Number(port),
    end: async () => {
      child.kill();
      await ended;
    },
  };
}
