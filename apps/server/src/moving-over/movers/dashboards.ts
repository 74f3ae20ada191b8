import { type Document, type NewRow, parseDocument, type Store, toSlug } from '../../metadata/index.ts';
import { type Mover, type Moving, noteOn, type PlacedChart } from '../moving.ts';
import type { Place } from '../numbers.ts';
import { allRows, columns, orLeaveOut, portionsOf } from '../read-rows.ts';
import type { SourceRow } from '../values.ts';
import { auditColumns, insertAll, managementColumns, moveOwners, toAudit, toManagement } from './shared.ts';

const dashboardColumns = columns(
  `${auditColumns} ${managementColumns} dashboard_title slug published theme_id`,
  'position_json description css certified_by certification_details json_metadata',
);

export const moveDashboards: Mover = async (moving) => {
  const { source, store, numbers, notes } = moving;
  const slugs = await takenSlugs(store);
  const charts = await chartsByDashboard(moving);
  for await (const rows of portionsOf(source, 'dashboards', { columns: dashboardColumns }))
    for (const row of rows) {
      const place = numbers.placeOf('dashboards', row.id);
      if (!place?.isNew) continue;
      const about = { kind: 'dashboards', id: row.id, name: place.name } as const;
      const own = charts.get(row.id) ?? [];
      const values = await orLeaveOut(moving, about, () => toValues(moving, { row, place, slugs, charts: own }));
      if (!values) numbers.drop('dashboards', row.id);
      if (!values) continue;
      await store.insertInto('dashboards').values(values).execute();
      const links = own.map(({ id }) => ({ dashboard_id: place.id, chart_id: id }));
      await insertAll(store, 'dashboard_charts', links);
      notes.count('dashboards', 'moved');
    }
  await moveOwners(moving, { type: 'dashboard', table: 'dashboards', from: 'dashboard_user', column: 'dashboard_id' });
  await moveDashboardRoles(moving);
};

async function takenSlugs(store: Store): Promise<Set<string>> {
  const rows = await store.selectFrom('dashboards').select('slug').where('slug', 'is not', null).execute();
  return new Set(rows.flatMap(({ slug }) => (slug ? [slug] : [])));
}

/** Charts that stand on each dashboard, as far as they are here. */
async function chartsByDashboard({ source, numbers }: Moving): Promise<ReadonlyMap<number, readonly PlacedChart[]>> {
  const charts = new Map<number, Map<number, PlacedChart>>();
  for (const row of await allRows(source, 'dashboard_slices', columns('id dashboard_id slice_id'))) {
    const chart = numbers.placeOf('charts', row.number('slice_id'));
    const dashboard = row.number('dashboard_id') ?? 0;
    const own = charts.get(dashboard) ?? new Map<number, PlacedChart>();
    if (chart) charts.set(dashboard, own.set(chart.id, chart));
  }
  return new Map([...charts].map(([id, own]) => [id, [...own.values()]]));
}

interface OneDashboard {
  readonly row: SourceRow;
  readonly place: Place;
  readonly slugs: Set<string>;
  readonly charts: readonly PlacedChart[];
}

function toValues(moving: Moving, one: OneDashboard): NewRow<'dashboards'> {
  const { row, place } = one;
  const note = noteOn(moving, 'dashboards', { id: row.id, name: place.name });
  const theme = row.number('theme_id');
  const themeId = moving.numbers.idOf('themes', theme);
  if (theme !== null && themeId === null) note.changed('its theme does not come');
  return {
    id: place.id,
    uuid: place.uuid,
    dashboard_title: place.name,
    slug: toFreeSlug(one, note.changed),
    css: row.text('css') ?? '',
    position_json: toLayout(moving, one, note.changed),
    json_metadata: toMetadata(moving, row, note.changed),
    description: row.text('description'),
    published: row.flag('published'),
    certified_by: row.text('certified_by') || null,
    certification_details: row.text('certification_details') || null,
    theme_id: themeId,
    ...toManagement(row),
    ...toAudit(moving, row),
  };
}

function toFreeSlug({ row, slugs }: OneDashboard, note: (text: string) => void): string | null {
  const given = row.text('slug');
  const slug = toSlug(given);
  if (slug === null) return null;
  if (slugs.has(slug)) note(`the address ${slug} belongs to another dashboard here`);
  if (slugs.has(slug)) return null;
  slugs.add(slug);
  if (slug !== given) note(`its address is ${slug} here`);
  return slug;
}

function toLayout(moving: Moving, { row, charts }: OneDashboard, note: (text: string) => void): string {
  const text = row.text('position_json')?.trim() || null;
  const position = parseDocument(text) ?? null;
  if (text !== null && position === null) note('its layout is no JSON object that is read here, and stays as it is');
  if (text !== null && position === null) return text;
  const isEmpty = position === null || Object.keys(position).length === 0;
  const moved = moving.parts.documents.toMovedLayout(
    isEmpty ? null : (position as Document),
    moving.numbers.all('charts'),
    charts,
  );
  return JSON.stringify(moved);
}

function toMetadata({ numbers, parts }: Moving, row: SourceRow, note: (text: string) => void): string {
  const text = row.text('json_metadata')?.trim() || '{}';
  const metadata = parseDocument(text);
  if (!metadata) note('its settings are no JSON object that is read here, and stay as they are');
  if (!metadata || (numbers.isSame('charts') && numbers.isSame('datasets'))) return text;
  const moved = { charts: numbers.all('charts'), datasets: numbers.all('datasets') };
  return JSON.stringify(parts.documents.toMovedMetadata(metadata, moved));
}

async function moveDashboardRoles({ source, store, numbers }: Moving): Promise<void> {
  const rows = (await allRows(source, 'dashboard_roles', columns('id dashboard_id role_id'))).flatMap((row) => {
    const dashboard = numbers.placeOf('dashboards', row.number('dashboard_id'));
    const roleId = numbers.idOf('roles', row.number('role_id'));
    return dashboard?.isNew && roleId !== null ? [{ dashboard_id: dashboard.id, role_id: roleId }] : [];
  });
  await insertAll(store, 'dashboard_roles', rows);
}
