import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAuthority, makeTempFolder } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTls } from './tls-watch.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeAll(async () => {
  folder = await makeTempFolder('powerset-tls-watch');
});
afterAll(() => folder.remove());

const silent = { info: () => undefined, warn: () => undefined };

describe('certificates of files', () => {
  it('are taken anew when they fit together, and hold until they do', async () => {
    const authority = makeAuthority(folder.path);
    const own = authority.issue({ file: 'own', name: 'own' });
    const next = authority.issue({ file: 'next', name: 'own' });
    const said: string[] = [];
    const log = { ...silent, warn: (_facts: unknown, words?: string) => void said.push(words ?? '') };
    const watch = await openTls({ files: { ...own, caFile: authority.caFile }, log, everyMs: 20 });
    let changes = 0;
    watch.onChange(() => {
      changes += 1;
    });
    const before = watch.now();
    const texts = await Promise.all(
      [own.certFile, own.keyFile, authority.caFile].map((file) => readFile(file, 'utf8')),
    );
    expect([before.cert, before.key, before.ca]).toEqual(texts);
    await copyFile(next.certFile, own.certFile);
    await expect.poll(() => said.length).toBe(1);
    expect([watch.now(), changes]).toEqual([before, 0]);
    await copyFile(next.keyFile, own.keyFile);
    await expect.poll(() => changes).toBe(1);
    expect(watch.now().cert).not.toBe(before.cert);
    expect(said).toEqual(['the new certificates cannot be used']);
    // Wrong in the same way once more.
    await writeFile(own.certFile, texts[0] ?? '');
    await expect.poll(() => said.length).toBe(2);
    watch.close();
  });

  it('that are none are refused in a sentence that holds nothing of them', async () => {
    const file = join(folder.path, 'wrong.pem');
    await writeFile(file, 'of nobody');
    const opening = openTls({ files: { certFile: null, keyFile: null, caFile: file }, log: silent });
    await expect(opening).rejects.toThrow(`${file} holds no PEM.`);
    const [one, other] = [makeAuthority(folder.path, 'a'), makeAuthority(folder.path, 'b')];
    const files = {
      certFile: one.issue({ file: 'one', name: 'one' }).certFile,
      keyFile: other.issue({ file: 'other', name: 'other' }).keyFile,
      caFile: null,
    };
    await expect(openTls({ files, log: silent })).rejects.toThrow(/cannot be used \(.*key values mismatch/);
  });
});
