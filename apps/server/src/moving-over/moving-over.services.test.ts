import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { makeTempFolder, projectRoot, serviceUrl } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { openServerStore } from '../metadata/index.ts';
import { toMovingParts } from '../moving-parts.ts';
import { findMoveCommand } from './index.ts';
import { smallSource, sourceKey, uuidOf, writeSource } from './source-fixture.ts';

describe.skipIf(!serviceUrl('postgresql'))('moving over to metadata on a server', () => {
  it('keeps numbers, gives higher ones to what is made later, and changes nothing the second time', async () => {
    const folder = await makeTempFolder('powerset-moving-over');
    writeSource(join(folder.path, 'source.db'), smallSource());
    const url = new URL(serviceUrl('postgresql') ?? '');
    url.searchParams.set('schema', `moved_${randomBytes(6).toString('hex')}`);
    const time = '2026-03-01T00:00:00.000Z';
    const open = () => openServerStore({ url: url.toString(), stamp: () => time });
    const argv = ['--data', folder.path, '--metadata-url', url.toString()];
    const config = parseConfig({ argv, env: {}, root: projectRoot });
    const migrate = async () => {
      const lines: string[] = [];
      const words = ['migrate', '--from', `sqlite:///${join(folder.path, 'source.db')}`];
      await findMoveCommand(words, { SUPERSET_SECRET_KEY: sourceKey })?.run({
        ...{ config, now: () => new Date(time), say: (line: string) => lines.push(line), hasMetadata: true },
        askSecret: async () => undefined,
        openOwn: async () => ({ store: await open(), release: () => undefined }),
        toParts: (secrets) => toMovingParts(config, secrets),
      });
      return lines.join('\n');
    };
    expect(await migrate()).toMatch(/charts +2 found, 2 came/);
    expect(await migrate()).toMatch(/charts +2 found, 0 came, 2 here already/);
    const store = await open();
    expect(await store.selectFrom('charts').select(['id', 'uuid']).orderBy('id').execute()).toEqual([
      { id: 21, uuid: uuidOf(3, 21) },
      { id: 22, uuid: uuidOf(3, 22) },
    ]);
    const chart = { uuid: uuidOf(3, 1), slice_name: 'New', viz_type: 'pie', datasource_type: 'table', params: '{}' };
    const made = await store
      .insertInto('charts')
      .values({ ...chart, created_on: time, changed_on: time })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(made.id).toBe(23);
    await store.destroy();
    await folder.remove();
  });
});
