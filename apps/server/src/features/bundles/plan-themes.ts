import { maxThemeDocument } from '@powerset/contract/schemas';
import { can, isAdmin } from '../../access/index.ts';
import { findThemeProblem, maxThemes } from '../../themes/index.ts';
import { existsText, isOwnKind, orNone, type PlannedKind, type PlannedWrite, type Planning } from './plan.ts';
import type { BundleItem } from './read-bundle.ts';
import type { ThemeFile } from './shapes.ts';

type Item = BundleItem<ThemeFile>;

interface FoundTheme {
  readonly id: number;
  readonly isOfProduct: boolean;
}

/** Themes of the bundle, and those that its dashboards name and that are here. */
export async function planThemes(planning: Planning): Promise<PlannedKind<ThemeFile>> {
  const { themes, dashboards } = planning.bundle;
  const found = await findThemes(planning, [
    ...themes.map(({ value }) => value.uuid),
    ...dashboards.flatMap(({ value }) => (value.theme_uuid ? [value.theme_uuid.toLowerCase()] : [])),
  ]);
  const writes: PlannedWrite<ThemeFile>[] = [];
  for (const item of themes) {
    const { value } = item;
    const one = found.get(value.uuid);
    checkDocument(planning, item);
    if (isWritten(planning, item, one)) writes.push({ uuid: value.uuid, id: one?.id, value });
  }
  await checkRoom(planning, writes);
  const known = new Map([...found].map(([uuid, { id }]) => [uuid, id]));
  const isThere = (uuid: string) => known.has(uuid) || writes.some((write) => write.uuid === uuid);
  for (const { file, value } of dashboards)
    if (value.theme_uuid && !isThere(value.theme_uuid.toLowerCase()))
      planning.problems.warn(`${file}: \`theme_uuid\` names no theme that is here, and was left out.`);
  return { known, writes };
}

async function findThemes({ services: { store } }: Planning, uuids: readonly string[]) {
  const rows = await store.selectFrom('themes').selectAll().where('uuid', 'in', orNone(uuids, '')).execute();
  return new Map(
    rows.map((row): [string, FoundTheme] => [
      row.uuid,
      { id: row.id, isOfProduct: row.is_system_default === 1 || row.is_system_dark === 1 },
    ]),
  );
}

async function checkRoom(
  { services: { store }, bundle, problems }: Planning,
  writes: readonly PlannedWrite<ThemeFile>[],
) {
  const { count } = await store
    .selectFrom('themes')
    .select(({ fn }) => fn.count<number>('id').as('count'))
    .executeTakeFirstOrThrow();
  const added = writes.filter(({ id }) => id === undefined).length;
  const [first] = bundle.themes;
  if (first && added > 0 && Number(count) + added > maxThemes)
    problems.add(first.file, `There can be ${maxThemes} themes. Delete one first.`);
}

/** With its files inside it is longer than it will be. */
function checkDocument({ problems }: Planning, { file, value }: Item): void {
  const text = typeof value.json_data === 'string' ? value.json_data : JSON.stringify(value.json_data);
  const problem = findThemeProblem(text);
  const bare = text.replaceAll(/data:[\w./+-]+;base64,[A-Za-z0-9+/=]+/g, '');
  if (problem) problems.add(file, { json_data: [problem] });
  else if (bare.length > maxThemeDocument)
    problems.add(file, { json_data: [`Must not be longer than ${maxThemeDocument} characters.`] });
}

/** A dashboard is worth more than its theme: who may not write themes takes it without. */
function isWritten({ request, problems }: Planning, { file }: Item, found: FoundTheme | undefined): boolean {
  const { user } = request;
  const isOwn = isOwnKind(request, 'theme');
  if (found && isOwn && !request.mayOverwrite) problems.add(file, existsText('Theme'));
  if (found && (!isOwn || !request.mayOverwrite)) return false;
  if (can(user, 'can_write', 'Theme') && (!found?.isOfProduct || isAdmin(user))) return true;
  if (!isOwn) {
    problems.warn(`${file}: Themes may not be written, and it was left out.`);
    return false;
  }
  const text = found
    ? "A theme already exists and user doesn't have permissions to overwrite it"
    : "Theme doesn't exist and user doesn't have permission to create themes";
  problems.refuse(file, text);
  return false;
}
