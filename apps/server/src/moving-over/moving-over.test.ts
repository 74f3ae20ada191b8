import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempFolder, projectRoot, type TempFolder } from '@powerset/testkit';
import { sql } from 'kysely';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSecrets } from '../access/index.ts';
import { parseConfig } from '../config.ts';
import { openStore, type Store } from '../metadata/index.ts';
import { toMovingParts } from '../moving-parts.ts';
import { findMoveCommand } from './index.ts';
import type { MoveReport } from './report.ts';
import {
  bytesOf,
  layout,
  linkKeys,
  movedHash,
  type SourceRows,
  sealedPassword,
  smallSource,
  sourceKey,
  uuidOf,
  writeSource,
} from './source-fixture.ts';

let folder: TempFolder;
const at = (...parts: string[]) => join(folder.path, ...parts);
beforeEach(async () => {
  folder = await makeTempFolder('powerset-moving-over');
});
afterEach(() => folder.remove());

const time = '2026-03-01T00:00:00.000Z';
const openOwn = () => openStore(at('data', 'metadata.db'), () => time);

async function migrate(...words: string[]): Promise<{ readonly report: MoveReport; readonly text: string }> {
  const env = { SUPERSET_SECRET_KEY: sourceKey };
  const argv = ['migrate', '--from', `sqlite:///${at('source.db')}`, '--report', at('report.json'), ...words];
  const command = findMoveCommand(argv, words.includes('--no-key') ? {} : env);
  const lines: string[] = [];
  const config = parseConfig({ argv: ['--data', at('data')], env: {}, root: projectRoot });
  await command?.run({
    config,
    now: () => new Date(time),
    say: (line) => lines.push(line),
    askSecret: async () => undefined,
    hasMetadata: existsSync(at('data', 'metadata.db')),
    openOwn: async () => ({ store: await openOwn(), release: () => undefined }),
    toParts: (secrets) => toMovingParts(config, secrets),
  });
  return { report: JSON.parse(readFileSync(at('report.json'), 'utf8')), text: lines.join('\n') };
}

async function inStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openOwn();
  try {
    return await work(store);
  } finally {
    await store.destroy();
  }
}

/** Every row of every table. */
const dump = () =>
  inStore(async (store) => {
    const { rows } = await sql<{
      name: string;
    }>`select name from sqlite_master where type = 'table' order by 1`.execute(store);
    const all: Record<string, unknown> = {};
    for (const { name } of rows)
      all[name] = (await sql`select * from ${sql.table(name)} order by 1`.execute(store)).rows;
    return all;
  });

const first = <T>(rows: readonly T[]): T => rows[0] as T;
const read = <T extends 'charts' | 'dashboards' | 'datasets' | 'databases' | 'key_values' | 'reports'>(table: T) =>
  inStore((store) =>
    store
      .selectFrom(table as 'charts')
      .selectAll()
      .orderBy('id')
      .execute(),
  );
const countsOf = ({ kinds }: MoveReport) =>
  Object.fromEntries(kinds.filter(({ found }) => found > 0).map(({ kind, moved, here }) => [kind, [moved, here]]));
const remarksOn = ({ remarks }: MoveReport, kind: string) =>
  remarks.filter((remark) => remark.kind === kind).map(({ text }) => text);

describe('moving over', () => {
  it('brings objects under their own numbers and uuids, with who owns them and who may see them', async () => {
    writeSource(at('source.db'), smallSource());
    const { report } = await migrate();
    expect(countsOf(report)).toEqual({
      ...{ roles: [1, 5], users: [2, 0], databases: [3, 0], datasets: [2, 0], charts: [2, 0], dashboards: [1, 0] },
      ...{ 'saved queries': [1, 0], 'annotation layers': [1, 0], annotations: [1, 0], 'row-level rules': [1, 0] },
      ...{ favourites: [2, 0], 'embedded dashboards': [1, 0], links: [3, 0], reports: [1, 0] },
      ...{ groups: [1, 0], tags: [2, 0], 'CSS templates': [1, 0], themes: [1, 0] },
    });
    await inStore(async (store) => {
      const chart = await store.selectFrom('charts').selectAll().where('id', '=', 21).executeTakeFirstOrThrow();
      expect(chart).toMatchObject({ uuid: uuidOf(3, 21), datasource_id: 11, created_by_fk: 7 });
      expect(chart.created_on).toBe('2024-05-06T07:08:09.123Z');
      const owners = await store.selectFrom('owners').select(['object_type', 'object_id', 'user_id']).execute();
      expect(owners.map((row) => `${row.object_type} ${row.object_id} ${row.user_id}`).sort()).toEqual([
        ...['chart 21 7', 'dashboard 31 7', 'dataset 11 1', 'report 71 1'],
      ]);
      expect(await store.selectFrom('dashboard_roles').selectAll().execute()).toEqual([
        { dashboard_id: 31, role_id: 6 },
      ]);
      const fields = await store
        .selectFrom('dataset_columns')
        .select('column_name')
        .where('dataset_id', '=', 11)
        .execute();
      expect(fields.map(({ column_name }) => column_name)).toEqual(['region', 'at']);
      const metric = await store.selectFrom('dataset_metrics').select('currency').executeTakeFirstOrThrow();
      expect(metric.currency).toBe('{"symbol":"EUR"}');
      expect(await store.selectFrom('row_level_rule_datasets').selectAll().execute()).toEqual([
        { rule_id: 41, dataset_id: 11 },
      ]);
      expect(await store.selectFrom('row_level_rule_roles').selectAll().execute()).toEqual([
        { rule_id: 41, role_id: 6 },
      ]);
      const { allow_domain_list: sites } = await store
        .selectFrom('embedded_dashboards')
        .selectAll()
        .executeTakeFirstOrThrow();
      expect(sites).toBe('["https://a.example.com","https://b.example.com"]');
    });
    expect(await read('dashboards')).toMatchObject([{ id: 31, uuid: uuidOf(4, 31), slug: 'shop', published: 1 }]);
  });

  it('gives roles what they may there, as it is called here, and tells what is not known', async () => {
    writeSource(at('source.db'), smallSource());
    const { report } = await migrate();
    const grants = await inStore((store) =>
      store
        .selectFrom('role_permissions')
        .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
        .select(['roles.name', 'permission', 'view'])
        .where((where) => where.or([where('roles.name', '=', 'Analysts'), where('view', 'like', '[%')]))
        .orderBy('roles.name')
        .orderBy('permission')
        .execute(),
    );
    expect(grants.map(({ name, permission, view }) => `${name}: ${permission} ${view}`)).toEqual([
      'Analysts: can_read Chart',
      'Analysts: datasource_access [Warehouse].[orders](id:11)',
      'Analysts: schema_access [Warehouse].[public]',
      'Gamma: datasource_access [Warehouse].[orders](id:11)',
    ]);
    expect(remarksOn(report, 'roles')).toEqual([expect.stringContaining('can_fly on Moon')]);
  });

  it('gives the schemas that are known there for the catalog that a connection opens, and never the database', async () => {
    const source = smallSource();
    const views = [
      '[Warehouse].[shop]',
      '[Warehouse].[shop].[sales]',
      '[Warehouse].[mill].[secrets]',
      '[Warehouse].[mill]',
    ];
    // Nobody may read the schemas; that they can be granted tells that they are there.
    const pairs = [
      ...[5, 3, 3, 5].map((permission_id, at) => ({ id: 11 + at, permission_id, view_menu_id: 11 + at })),
      { id: 15, permission_id: 5, view_menu_id: 15 },
    ];
    writeSource(at('source.db'), {
      ...source,
      ab_role: [...(source.ab_role ?? []), { id: 9, name: 'Shopkeepers' }],
      ab_permission: [...(source.ab_permission ?? []), { id: 5, name: 'catalog_access' }],
      ab_view_menu: [
        ...(source.ab_view_menu ?? []),
        ...[...views, '[Own rights].[shop]'].map((name, place) => ({ id: 11 + place, name })),
      ],
      ab_permission_view: [...(source.ab_permission_view ?? []), ...pairs],
      ab_permission_view_role: [11, 14, 15].map((id) => ({ id, permission_view_id: id, role_id: 9 })),
    });
    const { report } = await migrate();
    const grants = await inStore((store) =>
      store
        .selectFrom('role_permissions')
        .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
        .select(['permission', 'view'])
        .where('roles.name', '=', 'Shopkeepers')
        .orderBy('view')
        .execute(),
    );
    expect(grants.map(({ permission, view }) => `${permission} ${view}`)).toEqual([
      'schema_access [Warehouse].[public]',
      'schema_access [Warehouse].[sales]',
    ]);
    expect(remarksOn(report, 'roles')).toEqual([
      expect.stringContaining('2 permissions are not known here: catalog_access on [Warehouse].[mill]'),
      expect.stringMatching(
        /catalog_access on \[Warehouse\]\.\[shop\] is here access to the schemas .*public\], .*sales\]\. Those/,
      ),
    ]);
    const before = await dump();
    await migrate();
    expect(await dump()).toEqual(before);
  });

  it('brings SSH tunnels with what opens them, and no password where a tunnel cannot be had', async () => {
    const source = smallSource();
    const place = { server_address: 'jump.example.com', server_port: 22 };
    const [warehouse = {}] = source.dbs ?? [];
    const other = { ...warehouse, id: 77, uuid: bytesOf(uuidOf(1, 77)), database_name: 'Without a word' };
    writeSource(at('source.db'), {
      ...source,
      dbs: [...(source.dbs ?? []), other],
      ssh_tunnels: [
        { ...place, id: 1, database_id: 3, username: sealedPassword, password: sealedPassword },
        { ...place, id: 2, database_id: 77, username: sealedPassword },
      ],
    });
    const { report } = await migrate();
    const rows = (await read('databases')) as unknown as readonly Record<string, string>[];
    const secrets = loadSecrets(at('data'));
    const secretOf = (name: string) => rows.find((row) => row.database_name === name)?.secret;
    const own = { password: 'pa@ss-wörd' };
    expect(JSON.parse(secrets.decrypt(secretOf('Warehouse') ?? ''))).toEqual({
      ...own,
      ssh_tunnel: { ...place, username: 'pa@ss-wörd', ...own },
    });
    expect(secretOf('Without a word')).toBeNull();
    expect(JSON.stringify(remarksOn(report, 'databases'))).toContain('Must provide credentials for the SSH Tunnel');
  });

  it('opens passwords with the key of the other installation and seals them with its own', async () => {
    writeSource(at('source.db'), smallSource());
    const { text, report } = await migrate();
    const [warehouse, lake, own] = (await read('databases')) as unknown as readonly Record<string, string>[];
    const secrets = loadSecrets(at('data'));
    const opened = (row: Record<string, string> | undefined) => JSON.parse(secrets.decrypt(row?.secret ?? ''));
    expect(opened(warehouse)).toEqual({ password: 'pa@ss-wörd' });
    expect(warehouse?.extra).toBe('{"schemas_allowed_for_file_upload":["public"]}');
    expect(opened(lake).kept.encrypted_extra).toContain('very secret');
    expect(lake?.kept).not.toContain('very secret');
    // Whoever signs in there has rights of his own: here nobody reads it before it is decided.
    expect([own?.secret, own?.impersonate_user]).toEqual([null, 0]);
    expect(remarksOn(report, 'databases')).toHaveLength(2);
    for (const secret of ['pa@ss', 'very secret', sourceKey, movedHash])
      expect(
        text + JSON.stringify(report) + readFileSync(at('data', 'metadata.db'), 'latin1').replaceAll(movedHash, ''),
      ).not.toContain(secret);
  });

  it('keeps lasting links under the keys that people have, and unpacks nothing that is pickled', async () => {
    writeSource(at('source.db'), smallSource());
    const { report } = await migrate();
    const kept = (await read('key_values')) as unknown as readonly Record<string, string>[];
    const values = Object.fromEntries(
      kept.map(({ resource, key, value }) => [`${resource} ${key}`, JSON.parse(value ?? '')]),
    );
    expect(values[`dashboard_permalink ${linkKeys.dashboard}`]).toEqual({
      ...{ dashboardId: '31', state: { dataMask: { '21': { a: 1 } }, urlParams: [['a', 'b']] } },
    });
    expect(values[`explore_permalink ${linkKeys.chart}`]).toMatchObject({ chartId: 22, datasourceId: 11 });
    expect(values['shared_text 5']).toBe('select 2');
    expect(kept).toHaveLength(3);
    expect(remarksOn(report, 'links')).toEqual(['it is not written as JSON, and nothing else is read']);
  });

  it('brings reports paused, to the recipients who can be reached from here', async () => {
    writeSource(at('source.db'), smallSource());
    const { report } = await migrate();
    expect(await read('reports')).toMatchObject([
      { id: 71, active: 0, next_run_on: null, run_as_fk: 1, dashboard_id: 31 },
    ]);
    const recipients = await inStore((store) => store.selectFrom('report_recipients').select('config_json').execute());
    expect(recipients).toEqual([{ config_json: '{"target":"a@example.com"}' }]);
    expect(remarksOn(report, 'reports')).toEqual([expect.stringContaining('a recipient (Slack) was left out')]);
    expect(report.notMoved).toEqual([{ what: 'stars of tags', rows: 1, why: 'people star them again' }]);
  });

  it('brings tags on what carries them, groups with their roles and members, and CSS templates', async () => {
    writeSource(at('source.db'), smallSource());
    const { report } = await migrate();
    await inStore(async (store) => {
      const tags = await store.selectFrom('tags').select(['id', 'name', 'description', 'created_by_fk']).execute();
      expect(tags).toEqual([
        { id: 10, name: 'red hot', description: 'Of this week', created_by_fk: 7 },
        { id: 12, name: 'Money', description: null, created_by_fk: null },
      ]);
      const pairs = await store.selectFrom('tagged_objects').select(['object_type', 'object_id', 'tag_id']).execute();
      expect(pairs.map((pair) => Object.values(pair).join(' ')).sort()).toEqual([
        ...['chart 21 10', 'dashboard 31 12', 'saved_query 51 12'],
      ]);
      const [group] = await store.selectFrom('groups').selectAll().execute();
      expect(group).toMatchObject({ id: 81, name: 'Readers', label: 'Who reads' });
      const held = await store.selectFrom('group_roles').selectAll().execute();
      const members = await store.selectFrom('user_groups').selectAll().execute();
      expect([held, members]).toEqual([[{ group_id: 81, role_id: 6 }], [{ user_id: 7, group_id: 81 }]]);
      const templates = await store.selectFrom('css_templates').select(['id', 'template_name', 'css']).execute();
      expect(templates).toEqual([{ id: 91, template_name: 'Quiet', css: '.a { color: gray }' }]);
    });
    expect(report.remarks).toContainEqual(
      expect.objectContaining({ kind: 'CSS templates', name: 'Loud', what: 'left out' }),
    );
  });

  it('brings themes with the dashboards that name them, and the look of the product where there is none', async () => {
    const source = smallSource();
    const dashboards = (source.dashboards ?? []).map((row) => ({ ...row, theme_id: 95 }));
    writeSource(at('source.db'), { ...source, dashboards });
    const { report } = await migrate();
    await inStore(async (store) => {
      const [theme, ...others] = await store.selectFrom('themes').selectAll().execute();
      expect(others).toEqual([]);
      expect(theme).toMatchObject({
        id: 95,
        theme_name: 'Acme',
        is_system_default: 1,
        is_system_dark: 0,
        created_by_fk: 7,
      });
      expect(JSON.parse(theme?.json_data ?? '').token).toEqual({
        colorPrimary: '#0a8f6a',
        brandLogoUrl: expect.stringMatching(/^\/api\/v1\/theme\/files\/\w{32}\.svg$/),
      });
      expect(await store.selectFrom('theme_files').select('media_type').execute()).toEqual([
        { media_type: 'image/svg+xml' },
      ]);
      const [dashboard] = await store.selectFrom('dashboards').select('theme_id').where('id', '=', 31).execute();
      expect(dashboard).toEqual({ theme_id: 95 });
    });
    expect(remarksOn(report, 'themes')).toEqual([expect.stringContaining('Invalid JSON')]);
  });

  it('adds nobody to a group that is here, nor who is here to a group that comes', async () => {
    await inStore(async (store) => {
      const person = {
        first_name: 'B',
        last_name: '',
        email: '',
        password_hash: 'own',
        created_on: time,
        changed_on: time,
      };
      await store
        .insertInto('users')
        .values({ username: 'bob', ...person })
        .execute();
      await store
        .insertInto('groups')
        .values({ name: 'readers', label: 'Ours', description: null, changed_on: time, changed_by_fk: null })
        .execute();
      const tag = { name: 'Money', description: 'Ours', created_by_fk: null, changed_by_fk: null };
      await store
        .insertInto('tags')
        .values({ ...tag, created_on: time, changed_on: time })
        .execute();
    });
    const rows = smallSource();
    writeSource(at('source.db'), {
      ...rows,
      ab_group: [...(rows.ab_group ?? []), { id: 82, name: 'Writers' }],
      ab_user_group: [1, 7].flatMap((user_id) => [81, 82].map((group_id) => ({ user_id, group_id }))),
      ab_group_role: [81, 82].map((group_id) => ({ group_id, role_id: 6 })),
    });
    const { report } = await migrate();
    await inStore(async (store) => {
      const members = await store
        .selectFrom('user_groups')
        .innerJoin('groups', 'groups.id', 'user_groups.group_id')
        .innerJoin('users', 'users.id', 'user_groups.user_id')
        .select(['groups.name', 'users.username'])
        .execute();
      expect(members).toEqual([{ name: 'Writers', username: 'ada' }]);
      const tag = await store.selectFrom('tags').selectAll().where('name', '=', 'Money').executeTakeFirstOrThrow();
      expect(tag.description).toBe('Ours');
      const own = await store.selectFrom('tagged_objects').select('object_type').where('tag_id', '=', tag.id).execute();
      expect(own).toHaveLength(2);
    });
    expect(report.remarks).toContainEqual(
      expect.objectContaining({ kind: 'groups', name: 'Readers', text: expect.stringContaining('here already') }),
    );
  });

  it('changes nothing the second time', async () => {
    writeSource(at('source.db'), smallSource());
    await migrate();
    const before = await dump();
    const { report } = await migrate();
    expect(await dump()).toEqual(before);
    expect(Object.values(countsOf(report)).map(([moved]) => moved)).toEqual(Array(18).fill(0));
  });

  it('makes a dry run of the same report, and no data folder', async () => {
    writeSource(at('source.db'), smallSource());
    const dry = await migrate('--dry-run');
    expect(readdirSync(folder.path).sort()).toEqual(['report.json', 'source.db']);
    const { report } = await migrate();
    expect(dry.report).toEqual({ ...report, dryRun: true });
    const before = await dump();
    await migrate('--dry-run');
    expect(await dump()).toEqual(before);
  });

  it('refuses a key that opens nothing, and no key where one is needed, before anything is written', async () => {
    writeSource(at('source.db'), smallSource());
    writeFileSync(at('key'), 'another\n');
    await expect(migrate('--secret-key-file', at('key'))).rejects.toThrow('opens none of the 3 passwords');
    await expect(migrate('--no-key')).rejects.toThrow('3 passwords are encrypted there');
    expect(existsSync(at('data'))).toBe(false);
    const { report } = await migrate('--without-secrets');
    expect(remarksOn(report, 'databases')).toContainEqual(
      expect.stringContaining('cannot be opened with this SECRET_KEY'),
    );
  });

  it('says in one sentence what no metadata database is', async () => {
    await expect(migrate()).rejects.toThrow(/^There is no file .*source\.db\.$/);
    new Database(at('source.db')).exec('create table t (a)');
    await expect(migrate()).rejects.toThrow('no table ab_user');
    writeFileSync(at('source.db'), 'no database at all, but a text that is long enough'.repeat(50));
    await expect(migrate()).rejects.toThrow('cannot be read');
    const other = () => findMoveCommand(['migrate', '--from', 'mongodb://u:hidden@h/d'], {})?.run({} as never);
    await expect(other()).rejects.toThrow(/no address of a database that can be read here(?!.*hidden)/);
  });
});

describe('moving over to an installation that holds something', () => {
  const stamp = { created_on: time, changed_on: time };
  const fill = () =>
    inStore(async (store) => {
      const database = { uuid: uuidOf(9, 1), database_name: 'Warehouse', backend: 'duckdb', extra: '{}' };
      await store
        .insertInto('databases')
        .values({
          ...database,
          ...stamp,
          id: 3,
          sqlalchemy_uri: 'duckdb:///x.duckdb',
          configuration_method: 'sqlalchemy_form',
        })
        .execute();
      await store
        .insertInto('datasets')
        .values({ id: 11, uuid: uuidOf(9, 2), database_id: 3, table_name: 't', ...stamp })
        .execute();
      const chart = { slice_name: 'Other', viz_type: 'pie', datasource_type: 'table', params: '{}' };
      await store
        .insertInto('charts')
        .values({ id: 21, uuid: uuidOf(9, 3), ...chart, ...stamp })
        .execute();
      const dashboard = { dashboard_title: 'Other', slug: 'shop', css: '', position_json: '{}', json_metadata: '{}' };
      await store
        .insertInto('dashboards')
        .values({ id: 31, uuid: uuidOf(9, 4), ...dashboard, ...stamp })
        .execute();
      const rule = { name: 'EU only', filter_type: 'Regular', clause: '1 = 1' };
      await store
        .insertInto('row_level_rules')
        .values({ ...rule, ...stamp })
        .execute();
    });

  it('gives other numbers where theirs are taken, and puts right whatever names them', async () => {
    await fill();
    writeSource(at('source.db'), smallSource());
    const before = first(await read('charts'));
    const { report } = await migrate();
    const charts = (await read('charts')) as unknown as readonly Record<string, string & number>[];
    expect(first(charts)).toEqual(before);
    const moved = charts.find(({ uuid }) => uuid === uuidOf(3, 21));
    const dataset = (await read('datasets')).find(({ uuid }) => uuid === uuidOf(2, 11));
    expect([moved?.id === 21, dataset?.id === 11]).toEqual([false, false]);
    expect(JSON.parse(moved?.params ?? '')).toMatchObject({ datasource: `${dataset?.id}__table`, slice_id: moved?.id });
    expect(JSON.parse(moved?.query_context ?? '').datasource.id).toBe(dataset?.id);
    expect(charts.find(({ uuid }) => uuid === uuidOf(3, 22))?.id).toBe(22);
    const boards = (await read('dashboards')) as unknown as readonly Record<string, string & number>[];
    const board = boards.find(({ uuid }) => uuid === uuidOf(4, 31));
    expect(board?.slug).toBeNull();
    expect(JSON.parse(board?.position_json ?? '')['CHART-21'].meta.chartId).toBe(moved?.id);
    const metadata = JSON.parse(board?.json_metadata ?? '');
    expect(metadata.native_filter_configuration[0].targets[0].datasetId).toBe(dataset?.id);
    const links = (await read('key_values')) as unknown as readonly Record<string, string>[];
    const link = JSON.parse(links.find(({ key }) => key === linkKeys.dashboard)?.value ?? '');
    expect(link).toMatchObject({
      dashboardId: String(board?.id),
      state: { dataMask: { [String(moved?.id)]: { a: 1 } } },
    });
    const renumbered = report.kinds.filter((kind) => kind.renumbered > 0).map(({ kind }) => kind);
    expect(renumbered).toEqual(['databases', 'datasets', 'charts', 'dashboards']);
    const again = await dump();
    await migrate();
    expect(await dump()).toEqual(again);
  });

  it('brings a rule beside another of its name, so that no rows are shown for want of it', async () => {
    await fill();
    writeSource(at('source.db'), smallSource());
    await migrate();
    const rules = await inStore((store) =>
      store.selectFrom('row_level_rules').select(['name', 'clause']).orderBy('id').execute(),
    );
    expect(rules).toEqual([
      { name: 'EU only', clause: '1 = 1' },
      { name: 'EU only (2)', clause: "region = 'EU'" },
    ]);
  });

  it('makes nobody an administrator by the name of a role', async () => {
    const source = smallSource();
    const role = { id: 9, name: 'ADMIN' };
    writeSource(at('source.db'), {
      ...source,
      ab_role: [...(source.ab_role ?? []), role],
      ab_user_role: [...(source.ab_user_role ?? []), { id: 4, user_id: 7, role_id: 9 }],
    });
    await migrate();
    const before = await dump();
    const names = await inStore((store) =>
      store
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .select('name')
        .where('user_id', '=', 7)
        .orderBy('name')
        .execute(),
    );
    expect(names.map(({ name }) => name)).toEqual(['ADMIN (2)', 'Analysts', 'Gamma']);
    await migrate();
    expect(await dump()).toEqual(before);
  });

  it('leaves people and roles that are here as they are', async () => {
    await inStore(async (store) => {
      const person = { first_name: 'B', last_name: '', email: '', password_hash: 'own', ...stamp };
      await store
        .insertInto('users')
        .values({ username: 'bob', ...person })
        .execute();
    });
    writeSource(at('source.db'), smallSource());
    await migrate();
    const people = await inStore((store) =>
      store
        .selectFrom('users')
        .leftJoin('user_roles', 'user_roles.user_id', 'users.id')
        .select(['username', 'password_hash', 'role_id'])
        .orderBy('users.id')
        .execute(),
    );
    expect(people).toEqual([
      { username: 'bob', password_hash: 'own', role_id: null },
      { username: 'ada', password_hash: movedHash, role_id: 1 },
    ]);
  });

  it('gives nobody again what was taken from a role here', async () => {
    writeSource(at('source.db'), smallSource());
    await migrate();
    await inStore((store) => store.deleteFrom('role_permissions').where('view', 'like', '[%').execute());
    const before = await dump();
    const { report } = await migrate();
    expect(await dump()).toEqual(before);
    expect(remarksOn(report, 'roles')).toContainEqual(expect.stringContaining('is here already'));
  });

  it('writes nothing of it when it cannot be done whole', async () => {
    await fill();
    const source = smallSource();
    const people = (source.ab_user ?? []).map((row) => ({ ...row, password: null }));
    writeSource(at('source.db'), { ...source, ab_user: people });
    const before = await dump();
    await expect(migrate()).rejects.toThrow('Nobody could administer this server afterwards');
    expect(await read('charts')).toHaveLength(1);
    expect((await dump()).users).toEqual(before.users);
  });
});

describe('moving over from what is old, broken or hostile', () => {
  it('takes databases of older releases, which lack tables and columns', async () => {
    const older = ['embedded_dashboards', 'key_value', 'ssh_tunnels', 'dashboard_roles', 'report_recipient', 'tag'];
    const columns = ['tables.catalog', 'tables.folders', 'dbs.encrypted_extra', 'slices.uuid', 'dashboards.theme_id'];
    writeSource(at('source.db'), smallSource(), { without: [...older, ...columns] });
    const { report } = await migrate();
    expect(countsOf(report)).toMatchObject({ charts: [2, 0], dashboards: [1, 0], reports: [1, 0], links: [1, 0] });
    const before = await dump();
    await migrate();
    expect(await dump()).toEqual(before);
  });

  it('takes what can be taken of hostile rows, and tells the rest', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const name = '<script>alert(1)</script>\u001b[2J\u202e';
    const source = smallSource();
    const chart = { ...source.slices?.[0], slice_name: name };
    const cyclic = { ...layout([]), ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['ROOT_ID', 'GRID_ID'] } };
    const hostile: SourceRows = {
      ...source,
      ab_user: [...(source.ab_user ?? []), { id: 8, username: 'eve', password: 'scrypt:1073741824:8:1$a$00' }],
      slices: [
        ...(source.slices ?? []),
        { ...chart, id: 23, params: `{"a":${deep}}` },
        { ...chart, id: 24, uuid: bytesOf(uuidOf(3, 24)), params: JSON.stringify({ a: 'x'.repeat(6_000_000) }) },
        { ...chart, id: 25, uuid: 'no uuid', params: '{broken', datasource_id: 999 },
        { ...chart, id: 2 ** 40, uuid: bytesOf(uuidOf(3, 26)) },
      ],
      dashboards: [
        ...(source.dashboards ?? []),
        { id: 32, dashboard_title: name, slug: 'shop', position_json: JSON.stringify(cyclic), json_metadata: deep },
        { id: 33, dashboard_title: null, position_json: null, json_metadata: null },
      ],
      dbs: [
        ...(source.dbs ?? []),
        { id: 6, database_name: 'Warehouse', sqlalchemy_uri: 'nonsense', password: Buffer.from('AAAA') },
        {
          id: 9,
          database_name: 'Odd',
          sqlalchemy_uri: 'postgresql://u@h/d?options=-c%20x',
          extra: '[]',
          server_cert: sealedPassword,
        },
      ],
      embedded_dashboards: [
        { uuid: bytesOf(uuidOf(6, 2)), dashboard_id: 31, allow_domain_list: 'javascript:alert(1)' },
      ],
      row_level_security_filters: [{ id: 42, name: 'empty', filter_type: 'Odd', clause: null }],
    };
    writeSource(at('source.db'), hostile);
    const { report, text } = await migrate();
    for (const sign of ['\u001b', '\u202e']) expect(text).not.toContain(sign);
    expect(countsOf(report)).toMatchObject({ users: [3, 0], charts: [5, 0], dashboards: [3, 0], databases: [5, 0] });
    expect(countsOf(report)['embedded dashboards']).toEqual([0, 0]);
    expect(report.remarks.filter(({ id }) => id === 24).map((remark) => remark.text)).toEqual([
      'its params is longer than 5,000,000 characters',
    ]);
    const charts = (await read('charts')) as unknown as readonly Record<string, string & number>[];
    expect(charts.find(({ id }) => id === 23)?.params).toBe(`{"a":${deep}}`);
    expect(charts.every(({ id = 0 }) => id < 2 ** 31)).toBe(true);
    expect(new Set(charts.map(({ uuid }) => uuid)).size).toBe(5);
    const eve = await inStore((store) =>
      store.selectFrom('users').selectAll().where('username', '=', 'eve').executeTakeFirst(),
    );
    expect(eve?.password_hash).toBe('!');
    const rule = await inStore((store) => store.selectFrom('row_level_rules').selectAll().executeTakeFirstOrThrow());
    expect(rule).toMatchObject({ filter_type: 'Regular', clause: '1 = 0' });
    const before = await dump();
    await migrate();
    expect(await dump()).toEqual(before);
  });
});
