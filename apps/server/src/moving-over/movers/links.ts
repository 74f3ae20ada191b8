import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';
import { toLinkKey } from '../link-keys.ts';
import { type Mover, type Moving, noteOn } from '../moving.ts';
import type { Place } from '../numbers.ts';
import { columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import { type SourceRow, uuidOfName } from '../values.ts';

/** The two ways in which installations name their own settings among the kept values. */
const namespaces = ['d41d8cd98f00b204e9800998ecf8427e', 'e3b0c44298fc1c149afbf4c8996fb924'];
const keptColumns = columns('id uuid resource created_on created_by_fk expires_on', '', 'value');

/** A kind of lasting links: where its salt stands, and what a link says here. */
interface LinkKind {
  readonly salt: string;
  readonly toValue: (moving: Moving, value: Document) => Promise<Document | undefined>;
}

const linkKinds: Readonly<Record<string, LinkKind>> = {
  dashboard_permalink: { salt: 'dashboard_permalink_salt', toValue: toDashboardLink },
  explore_permalink: { salt: 'explore_permalink_salt', toValue: toExploreLink },
};

/** Lasting links and shared texts under the keys by which people know them. Pickled values are never unpacked. */
export const moveLinks: Mover = async (moving) => {
  const salts = await readSalts(moving);
  for await (const rows of portionsOf(moving.source, 'key_value', { columns: keptColumns }))
    for (const row of rows) {
      const resource = row.text('resource') ?? '';
      const kind = Object.hasOwn(linkKinds, resource) ? linkKinds[resource] : undefined;
      if (kind) await moveLink(moving, { row, resource, kind, salt: salts.get(kind.salt) });
      else if (resource === 'sqllab_permalink') tellUnknown(moving, row);
    }
  await moveTexts(moving);
};

function tellUnknown(moving: Moving, row: SourceRow): void {
  moving.notes.count('links', 'found');
  noteOn(moving, 'links', { id: row.id, name: 'SQL editor' }).leftOut('links into the SQL editor are not had here');
}

async function readSalts({ source }: Moving): Promise<ReadonlyMap<string, string>> {
  const places = new Map(
    Object.values(linkKinds).flatMap(({ salt }) => namespaces.map((space) => [uuidOfName(space, salt), salt] as const)),
  );
  const salts = new Map<string, string>();
  for await (const rows of portionsOf(source, 'key_value', { columns: keptColumns }))
    for (const row of rows) {
      const name = row.text('resource') === 'app' ? places.get(row.uuid('uuid') ?? '') : undefined;
      const salt = name === undefined ? undefined : toJson(row);
      if (name !== undefined && typeof salt === 'string') salts.set(name, salt);
    }
  return salts;
}

/** What was written as JSON; undefined for all else. */
function toJson(row: SourceRow): unknown {
  const text = Buffer.from(row.bytes('value') ?? []).toString('utf8');
  try {
    return text.startsWith('"') ? JSON.parse(text) : parseDocument(text);
  } catch {
    return undefined;
  }
}

interface OneLink {
  readonly row: SourceRow;
  readonly resource: string;
  readonly kind: LinkKind;
  readonly salt: string | undefined;
}

async function moveLink(moving: Moving, { row, resource, kind, salt }: OneLink): Promise<void> {
  const { notes, time } = moving;
  notes.count('links', 'found');
  const expires = row.time('expires_on');
  const name = salt === undefined ? resource : toLinkKey(row.id, salt);
  const note = noteOn(moving, 'links', { id: row.id, name });
  const value = toJson(row);
  if (expires !== null && expires < time) return note.leftOut('its time is over');
  if (salt === undefined) return note.leftOut('what its address is made of is not kept there');
  if (!isDocument(value)) return note.leftOut('it is not written as JSON, and nothing else is read');
  const moved = await orLeaveOut(moving, { kind: 'links', id: row.id, name }, () => kind.toValue(moving, value));
  if (!moved) return note.leftOut('what it leads to does not come');
  await keep(moving, { resource, key: name, value: moved, row, expires });
}

interface KeptValue {
  readonly resource: string;
  readonly key: string;
  readonly value: unknown;
  readonly row: SourceRow;
  readonly expires: string | null;
}

async function keep({ store, numbers, notes, time }: Moving, { resource, key, value, row, expires }: KeptValue) {
  const here = await store
    .selectFrom('key_values')
    .select('id')
    .where('resource', '=', resource)
    .where('key', '=', key)
    .executeTakeFirst();
  if (here) return notes.count('links', 'here');
  await store
    .insertInto('key_values')
    .values({
      ...{ resource, key, value: JSON.stringify(value) },
      user_id: numbers.idOf('users', row.number('created_by_fk')),
      created_on: row.time('created_on') ?? time,
      expires_on: expires,
    })
    .execute();
  notes.count('links', 'moved');
}

const stateNames = ['dataMask', 'chartStates', 'activeTabs', 'urlParams', 'anchor'] as const;

/** A dashboard is named by its number, its address or its uuid. */
async function toDashboardLink(moving: Moving, { dashboardId, id, state }: Document): Promise<Document | undefined> {
  const found = await findDashboard(moving, String(dashboardId ?? id ?? ''));
  if (found === undefined) return undefined;
  const given = isDocument(state) ? state : {};
  const kept = stateNames.flatMap((name) => {
    const value = given[name];
    if (value === undefined || value === null) return [];
    return [[name, name === 'dataMask' || name === 'chartStates' ? withOwnKeys(moving, value) : value] as const];
  });
  return { dashboardId: String(found), state: Object.fromEntries(kept) };
}

async function findDashboard({ store, numbers }: Moving, name: string): Promise<number | undefined> {
  if (/^\d{1,9}$/.test(name)) return numbers.idOf('dashboards', Number(name)) ?? undefined;
  const row = await store
    .selectFrom('dashboards')
    .select('id')
    .where((where) => where.or([where('uuid', '=', name.toLowerCase()), where('slug', '=', name)]))
    .executeTakeFirst();
  return row?.id;
}

/** Keys that are numbers are those of charts. */
function withOwnKeys({ numbers }: Moving, value: unknown): unknown {
  if (!isDocument(value) || numbers.isSame('charts')) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      /^\d+$/.test(key) ? String(numbers.idOf('charts', Number(key)) ?? key) : key,
      item,
    ]),
  );
}

async function toExploreLink(moving: Moving, value: Document): Promise<Document | undefined> {
  const datasetId = moving.numbers.idOf('datasets', Number(value.datasourceId));
  const chartId = moving.numbers.idOf('charts', Number(value.chartId));
  const { state } = value;
  if (datasetId === null || value.datasourceType !== 'table' || !isDocument(state) || !isDocument(state.formData))
    return undefined;
  return {
    ...{ chartId, datasourceId: datasetId, datasourceType: 'table', datasource: `${datasetId}__table` },
    state: { ...state, formData: moving.parts.documents.toMovedForm(state.formData, chartId, datasetId) },
  };
}

/** Texts that older releases kept under a number. */
async function moveTexts(moving: Moving): Promise<void> {
  for await (const rows of portionsOf(moving.source, 'keyvalue', { columns: columns('id', 'value') }))
    for (const row of rows) {
      moving.notes.count('links', 'found');
      const name = `/kv/${row.id}`;
      const value = await orLeaveOut(moving, { kind: 'links', id: row.id, name }, () => row.text('value'));
      if (typeof value === 'string')
        await keep(moving, { resource: 'shared_text', key: String(row.id), value, row, expires: null });
    }
}

/** Which sites show which dashboard, under the same uuid. */
export const moveEmbedded: Mover = async (moving) => {
  const { source, store, numbers, notes, parts, time } = moving;
  const here = await store.selectFrom('embedded_dashboards').select(['uuid', 'dashboard_id']).execute();
  const taken = new Set(here.flatMap((row) => [row.uuid, String(row.dashboard_id)]));
  const asked = columns('uuid dashboard_id created_on changed_on created_by_fk changed_by_fk', 'allow_domain_list');
  for await (const rows of portionsOf(source, 'embedded_dashboards', { columns: asked }))
    for (const row of rows) {
      notes.count('embedded dashboards', 'found');
      const place = numbers.placeOf('dashboards', row.number('dashboard_id'));
      const uuid = row.uuid('uuid');
      const note = noteOn(moving, 'embedded dashboards', { id: row.number('dashboard_id'), name: place?.name ?? '' });
      const isHere = uuid !== null && taken.has(uuid);
      if (isHere) notes.count('embedded dashboards', 'here');
      const sites = isHere ? undefined : readSites(parts.readSites, row, note);
      if (isHere || !sites) continue;
      const problem = findEmbeddingProblem(place, uuid, taken);
      if (problem) note.leftOut(problem);
      if (problem || !place || uuid === null) continue;
      for (const one of [uuid, String(place.id)]) taken.add(one);
      await store
        .insertInto('embedded_dashboards')
        .values({
          ...{ uuid, dashboard_id: place.id, allow_domain_list: JSON.stringify(sites) },
          created_on: row.time('created_on') ?? time,
          changed_on: row.time('changed_on') ?? time,
          created_by_fk: numbers.idOf('users', row.number('created_by_fk')),
          changed_by_fk: numbers.idOf('users', row.number('changed_by_fk')),
        })
        .execute();
      notes.count('embedded dashboards', 'moved');
    }
};

function findEmbeddingProblem(place: Place | undefined, uuid: string | null, taken: ReadonlySet<string>) {
  if (!place) return 'its dashboard does not come';
  if (uuid === null) return 'it has no uuid there: embed it anew';
  return taken.has(String(place.id)) ? 'the dashboard is embedded under another uuid here' : null;
}

/** An empty list lets every site: one of which nothing is understood must not become one. */
function readSites(
  read: Moving['parts']['readSites'],
  row: SourceRow,
  note: ReturnType<typeof noteOn>,
): readonly string[] | undefined {
  const given = (row.text('allow_domain_list') ?? '').split(/[,\s]+/).filter(Boolean);
  const problems: string[] = [];
  const sites = given.flatMap((site) => {
    try {
      return read([withoutPath(site)]);
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  const [problem] = problems;
  if (problem === undefined) return [...new Set(sites)];
  if (sites.length === 0) note.leftOut(`embed it anew: ${problem}`);
  else for (const text of problems) note.changed(`a site was left out: ${text}`);
  return sites.length === 0 ? undefined : [...new Set(sites)];
}

/** There a site is known by its scheme, host and port, whatever follows. */
function withoutPath(site: string): string {
  const isPlain = /^https?:\/\/[^*]+$/i.test(site) && URL.canParse(site);
  return isPlain ? new URL(site).origin : site;
}
