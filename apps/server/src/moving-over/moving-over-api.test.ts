import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder, projectRoot, type TempFolder, testAdmin } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from '../access/index.ts';
import { parseConfig } from '../config.ts';
import { openTableReader } from '../engines/index.ts';
import { openStore, type Store } from '../metadata/index.ts';
import { toMovingParts } from '../moving-parts.ts';
import { apiAccount, smallHoldings, startApiServer } from './api-source/api-fixture.ts';
import { findMoveCommand } from './index.ts';
import { move } from './move.ts';
import { createNumbers } from './numbers.ts';
import { createNotes, type MoveReport } from './report.ts';
import { createSecretReader } from './secret-values.ts';
import { smallSource, sourceKey, writeSource } from './source-fixture.ts';

let folder: TempFolder;
const at = (...parts: string[]) => join(folder.path, ...parts);
beforeEach(async () => {
  folder = await makeTempFolder('powerset-moving-api');
});
afterEach(() => folder.remove());

const time = '2026-03-01T00:00:00.000Z';
const openOwn = () => openStore(at('data', 'metadata.db'), () => time);

interface Answered {
  readonly asked?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

async function migrate(words: readonly string[], { asked, env = {} }: Answered = {}) {
  const argv = ['migrate', '--report', at('report.json'), ...words];
  const lines: string[] = [];
  const questions: string[] = [];
  const config = parseConfig({ argv: ['--data', at('data')], env: {}, root: projectRoot });
  await findMoveCommand(argv, env)?.run({
    config,
    now: () => new Date(time),
    say: (line) => lines.push(line),
    askSecret: async (question) => {
      questions.push(question);
      return asked;
    },
    hasMetadata: existsSync(at('data', 'metadata.db')),
    openOwn: async () => ({ store: await openOwn(), release: () => undefined }),
    toParts: (secrets) => toMovingParts(config, secrets),
  });
  const report: MoveReport = JSON.parse(readFileSync(at('report.json'), 'utf8'));
  return { report, questions, text: lines.join('\n') };
}

async function inTarget<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openOwn();
  try {
    return await work(store);
  } finally {
    await store.destroy();
  }
}

type Row = Readonly<Record<string, unknown>>;
const rowsOf = async (store: Store, table: string): Promise<readonly Row[]> =>
  (await sql<Row>`select * from ${sql.table(table)} order by 1, 2`.execute(store)).rows;

const countsOf = ({ kinds }: MoveReport) =>
  Object.fromEntries(kinds.filter(({ found }) => found > 0).map(({ kind, moved, here }) => [kind, [moved, here]]));

describe('moving over by the interface', () => {
  it('brings what an account can read, and asks whoever sits there for its password', async () => {
    const server = await startApiServer(smallHoldings());
    const { report, questions, text } = await migrate(['--from-api', `${server.url}/`, '--user', apiAccount.username], {
      asked: apiAccount.password,
    });
    expect(questions).toEqual([`Password of ada at ${new URL(server.url).host}: `]);
    expect(countsOf(report)).toEqual({
      ...{ roles: [1, 1], users: [2, 0], groups: [1, 0], databases: [2, 0], datasets: [1, 0], charts: [2, 0] },
      ...{ dashboards: [1, 0], 'saved queries': [1, 0], 'annotation layers': [1, 0], annotations: [1, 0] },
      ...{ 'row-level rules': [1, 0], favourites: [2, 0], tags: [1, 0], 'CSS templates': [1, 0], themes: [1, 0] },
      ...{ 'embedded dashboards': [1, 0], reports: [1, 0] },
    });
    expect(text).toContain('"Shop": its password, encrypted_extra is not told by the interface there: enter it again');
    expect(text).toContain('! lasting links: not brought: the interface does not list them');
    expect(text).not.toContain(apiAccount.password);
    await inTarget(async (store) => {
      const grants = await store.selectFrom('role_permissions').selectAll().where('role_id', '=', 6).execute();
      expect(grants.map(({ view }) => view).sort()).toEqual(['Chart', '[Shop].[orders](id:1)']);
      const report = await store.selectFrom('reports').selectAll().executeTakeFirstOrThrow();
      expect([report.active, report.run_as_fk]).toEqual([0, 1]);
      const tags = await store.selectFrom('tagged_objects').select('object_type').execute();
      expect(tags.map((tag) => tag.object_type).sort()).toEqual(['chart', 'dashboard']);
      const shop = await store.selectFrom('databases').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
      expect([shop.secret, shop.sqlalchemy_uri]).toEqual([null, expect.stringContaining('db.example.com')]);
      const people = await store.selectFrom('users').select(['username', 'password_hash']).orderBy('id').execute();
      expect(people.map((one) => [one.username, one.password_hash === '!'])).toEqual([
        ['ada', false],
        ['bob', true],
      ]);
    });
    const again = await migrate(['--from-api', server.url, '--user', 'ada'], { asked: apiAccount.password });
    expect(Object.values(countsOf(again.report)).map(([moved]) => moved)).toEqual(Array(17).fill(0));
    await server.close();
  });

  it('makes a dry run of the same report, and no data folder', async () => {
    const server = await startApiServer(smallHoldings());
    writeFileSync(at('password'), `${apiAccount.password}\n`);
    const words = ['--from-api', server.url, '--user', 'ada', '--password-file', at('password')];
    const dry = await migrate([...words, '--dry-run']);
    expect(existsSync(at('data'))).toBe(false);
    const { report } = await migrate(words);
    expect(dry.report).toEqual({ ...report, dryRun: true });
    await server.close();
  });

  it('takes an access token in place of an account, once somebody here may administer', async () => {
    const server = await startApiServer(smallHoldings());
    writeFileSync(at('token'), 'a token of somebody\n');
    const words = ['--from-api', server.url, '--token-file', at('token')];
    await expect(migrate(words)).rejects.toThrow('Nobody could administer');
    expect(server.asked).not.toContain('security/login');
    await migrate(['--from-api', server.url, '--user', 'ada'], {
      env: { POWERSET_MIGRATE_PASSWORD: apiAccount.password },
    });
    const { report } = await migrate(['--from-api', server.url], { env: { POWERSET_MIGRATE_TOKEN: 'a token' } });
    expect(countsOf(report).charts).toEqual([0, 2]);
    await server.close();
  });

  it('says what is wrong with its words', async () => {
    for (const [words, text] of [
      [['--from-api', 'ftp://x'], 'must be an address'],
      [['--from-api', 'https://x?a=1', '--user', 'a'], 'must be an address'],
      [['--from-api', 'https://x'], 'Name the account'],
      [['--from-api', 'https://x', '--user', 'a', '--provider', 'x'], 'db or ldap'],
      [['--from-api', 'https://x', '--user', 'a', '--ca', at('none')], '--ca cannot be read'],
      [['--from-api', 'https://x', '--token-file', at('none')], '--token-file cannot be read'],
      [['--from-api', 'https://x', '--user', 'a'], 'asked for at a terminal alone'],
      [['--from-api', 'https://x', '--user'], '--user needs a value'],
    ] as const)
      await expect(migrate(words), words.join(' ')).rejects.toThrow(text);
  });
});

/** An installation of ours that holds what the small source holds. */
async function startOwn(): Promise<InProcessApp> {
  writeSource(at('source.db'), smallSource());
  const running = await startInProcess();
  const secrets = loadSecrets(running.dataFolder);
  const config = parseConfig({ argv: ['--data', running.dataFolder], env: {}, root: projectRoot });
  const source = await openTableReader(`sqlite:///${at('source.db')}`);
  const { store } = running.app.services;
  await move({
    ...{ source, store, secrets, config, time, secretReader: createSecretReader(sourceKey), notes: createNotes() },
    ...{ parts: toMovingParts(config, secrets), numbers: createNumbers(store) },
  });
  await source.close();
  return running;
}

/** What the interface does not tell, or tells of the moment. */
const untold =
  'created_on created_by_fk changed_by_fk changed_on last_login login_count password_hash secret kept run_as_fk awaits_file';
/** Saved queries are told to whose they are. */
const isTold = (row: Row) => row.object_type !== 'saved_query';
/** A file and a server order texts each in its own way. */
const inOrder = (rows: readonly Row[]) =>
  rows
    .map((row) => [JSON.stringify(Object.values(row)), row] as const)
    .toSorted(([one], [other]) => Number(one > other) || -1)
    .map(([, row]) => row);
const told = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !untold.split(' ').includes(name)));

describe('moving from one installation of ours to another', () => {
  it('leaves the same objects there, under the same numbers, with the same people and rights', async () => {
    const running = await startOwn();
    const { report } = await migrate(['--from-api', running.url, '--user', testAdmin.username], {
      env: { POWERSET_MIGRATE_PASSWORD: testAdmin.password },
    });
    const same = [
      ...['users', 'roles', 'user_roles', 'role_permissions', 'groups', 'group_roles', 'user_groups', 'databases'],
      ...['datasets', 'charts', 'dashboards', 'dashboard_charts', 'dashboard_roles', 'owners', 'row_level_rules'],
      ...['row_level_rule_roles', 'row_level_rule_datasets', 'annotation_layers', 'annotations', 'css_templates'],
      ...['tags', 'tagged_objects', 'themes', 'embedded_dashboards', 'reports', 'report_recipients'],
    ];
    const { store } = running.app.services;
    for (const table of same) {
      const there = inOrder((await rowsOf(store, table)).filter(isTold).map(told));
      const here = inOrder((await inTarget((target) => rowsOf(target, table))).map(told));
      expect({ table, rows: here }).toEqual({
        table,
        rows: there,
      });
    }
    expect(report.remarks.filter(({ what }) => what === 'left out')).toEqual([]);
    expect(report.remarks.filter(({ kind }) => kind !== 'databases')).toEqual([]);
    await running.stop();
  });
});
