import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ApiClient,
  canMountDisks,
  freePort,
  makeTempFolder,
  mountDisk,
  runServerToEnd,
  signInWithToken,
  startServer,
  testAdmin,
} from '@powerset/testkit';
import Database from 'libsql';
import { type Drill, type DrillRow, errorOf, isOneSentence } from './drill.ts';

export const places: Drill = {
  name: 'places',
  title: 'Disk full, read-only data folder, port taken, wrong permissions, newer schema',
  bar: 'refuses or degrades with one sentence that says what to do; nothing half-written',
  run: async () => {
    const rows = [await portTaken(), await folderTaken(), await noFolder(), await newerStore(), await shortKey()];
    if (!canMountDisks()) return { rows, passedOver: 'the disks: mounting one needs root on Linux' };
    return { rows: [...rows, ...(await fullDisk()), await readOnly()] };
  },
};

const save = (api: ApiClient, title: string) => api.post('/api/v1/dashboard/', { dashboard_title: title });
const titlesOf = async (api: ApiClient): Promise<string> => {
  const { result } = (await api.get('/api/v1/dashboard/?q=(page_size:100)')).json;
  return result
    .map((row: { readonly dashboard_title: string }) => row.dashboard_title)
    .sort()
    .join(', ');
};

/** A start that is refused: its sentence, and that it ended by itself with status 1. */
async function refusal(done: string, env: Readonly<Record<string, string>>, wanted: RegExp): Promise<DrillRow> {
  const { code, text } = await runServerToEnd({ POWERSET_PORT: '0', ...env });
  return {
    done,
    seen: `status ${code}: ${withoutPaths(text.trim())}`,
    isGood: code === 1 && isOneSentence(text) && wanted.test(text),
  };
}

/** Names of temporary folders say nothing to a reader. */
function withoutPaths(text: string): string {
  return text.replaceAll(/\/[\w./-]*powerset-drill[\w./-]*/g, '<folder>');
}

async function portTaken(): Promise<DrillRow> {
  const first = await startServer();
  const folder = await makeTempFolder('powerset-drill');
  const env = { POWERSET_DATA: folder.path, POWERSET_PORT: String(first.port) };
  const row = await refusal('the port is taken', env, /taken by another program.*--port/);
  await first.stop();
  await folder.remove();
  return row;
}

async function folderTaken(): Promise<DrillRow> {
  const folder = await makeTempFolder('powerset-drill');
  const first = await startServer({ dataFolder: folder.path });
  const env = { POWERSET_DATA: folder.path, POWERSET_PORT: String(await freePort()) };
  const row = await refusal('the data folder is in use', env, /in use by another.*--data/);
  await first.stop();
  await folder.remove();
  return row;
}

async function noFolder(): Promise<DrillRow> {
  const folder = await makeTempFolder('powerset-drill');
  writeFileSync(join(folder.path, 'file'), '');
  const row = await refusal(
    'the data folder cannot be made',
    { POWERSET_DATA: join(folder.path, 'file/data') },
    /--data/,
  );
  await folder.remove();
  return row;
}

async function newerStore(): Promise<DrillRow> {
  const folder = await makeTempFolder('powerset-drill');
  const first = await startServer({ dataFolder: folder.path });
  await first.stop();
  const database = new Database(join(folder.path, 'metadata.db'));
  database.exec("insert into schema_migrations (name, applied_on) values ('9999-later', '2030')");
  database.close();
  const row = await refusal(
    'the data are of a newer version',
    { POWERSET_DATA: folder.path },
    /newer version.*Start that version/,
  );
  await folder.remove();
  return row;
}

async function shortKey(): Promise<DrillRow> {
  const folder = await makeTempFolder('powerset-drill');
  writeFileSync(join(folder.path, 'secret.key'), 'c2hvcnQ');
  const row = await refusal(
    'the key of the installation is too short',
    { POWERSET_DATA: folder.path },
    /shorter than 32 bytes/,
  );
  await folder.remove();
  return row;
}

async function fullDisk(): Promise<readonly DrillRow[]> {
  const folder = await makeTempFolder('powerset-drill-disk');
  const disk = mountDisk(join(folder.path, 'disk'), 48);
  const data = join(disk.path, 'data');
  const server = await startServer({ dataFolder: data });
  const api = await signInWithToken(server.url, testAdmin);
  await save(api, 'Before');
  const giveBack = disk.fill();
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => save(api, `Full ${at} ${'x'.repeat(300)}`)));
  const refused = answers.filter(({ status }) => status !== 201);
  const reading = await api.get('/api/v1/dashboard/');
  const early = await refusal(
    'a start on the full disk',
    { POWERSET_DATA: join(disk.path, 'new') },
    /disk is full.*--data/,
  );
  giveBack();
  const after = await save(api, 'After');
  const before = await titlesOf(api);
  await server.kill9();
  const again = await startServer({ dataFolder: data });
  const later = await titlesOf(await signInWithToken(again.url, testAdmin));
  await again.stop();
  disk.unmount();
  await folder.remove();
  return [
    {
      done: 'the disk fills up while the server runs; then there is room again; then kill -9',
      seen: `${refused.length} of 12 saves refused with ${refused[0]?.status} "${errorOf(refused[0]?.json ?? {})}"; reading ${reading.status}; with room again ${after.status}; after the restart ${before === later ? 'the same' : 'another'} list`,
      isGood:
        refused.length > 0 &&
        refused.every(({ status }) => status === 507) &&
        after.status === 201 &&
        before === later &&
        reading.status === 200,
    },
    early,
  ];
}

async function readOnly(): Promise<DrillRow> {
  const folder = await makeTempFolder('powerset-drill-disk');
  const disk = mountDisk(join(folder.path, 'disk'), 48);
  const first = await startServer({ dataFolder: disk.path });
  await save(await signInWithToken(first.url, testAdmin), 'Kept');
  await first.stop();
  disk.setReadOnly(true);
  const row = await refusal(
    'the data folder can only be read',
    { POWERSET_DATA: disk.path },
    /cannot be written.*--data/,
  );
  disk.setReadOnly(false);
  const again = await startServer({ dataFolder: disk.path });
  const titles = await titlesOf(await signInWithToken(again.url, testAdmin));
  await again.stop();
  disk.unmount();
  await folder.remove();
  return { ...row, seen: `${row.seen}; writable again: ${titles}`, isGood: row.isGood && titles === 'Kept' };
}
