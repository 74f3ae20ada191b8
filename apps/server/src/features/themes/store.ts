import { randomUUID } from 'node:crypto';
import type { Bootstrap, ListQuery, ThemePost, ThemePut } from '@powerset/contract';
import { isAdmin, type User } from '../../access/index.ts';
import { commandError, fieldError, forbidden, notFound } from '../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadPage,
  madeBy,
  readOrder,
  textCondition,
  toConditions,
  valueCondition,
} from '../../lists/index.ts';
import { type MetadataTables, parseDocument, type Row, type Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { findThemeProblem, maxThemes } from '../../themes/index.ts';

export type Theme = Row<'themes'>;

/** Which look of the product a theme is. */
export type SystemLook = 'is_system_default' | 'is_system_dark';

type Deps = Pick<Services, 'store' | 'now'>;

const order = { theme_name: 'theme_name', changed_on_delta_humanized: 'changed_on' } as const;

const filters: FilterRules<MetadataTables, 'themes'> = {
  'theme_name.theme_all_text': (value) => containsText(String(value ?? ''), ['theme_name', 'json_data']),
  theme_name: (value, { ref }, operator) => textCondition(ref('theme_name'), operator, value),
  uuid: (value, { ref }, operator) => textCondition(ref('uuid'), operator, value),
  created_by: (value, { ref }, operator) => valueCondition(ref('created_by_fk'), operator, value),
  changed_by: (value, { ref }, operator) => valueCondition(ref('changed_by_fk'), operator, value),
};

export async function listThemes(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('themes')
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  return loadPage(selection, query, readOrder(query, order, { column: 'theme_name', isDescending: false }));
}

export async function getTheme(store: Store, id: number): Promise<Theme> {
  const theme = await store.selectFrom('themes').selectAll().where('id', '=', id).executeTakeFirst();
  if (!theme) throw notFound();
  return theme;
}

export async function createTheme({ store, now }: Deps, user: User, body: ThemePost): Promise<number> {
  checkThemeDocument(body.json_data);
  const { count } = await store
    .selectFrom('themes')
    .select(({ fn }) => fn.count<number>('id').as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxThemes) throw commandError(`There can be ${maxThemes} themes. Delete one first.`);
  const { id } = await store
    .insertInto('themes')
    .values({ uuid: randomUUID(), ...body, ...madeBy(user, now().toISOString()) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What only other systems know in it stays. */
function checkThemeDocument(text: string): void {
  const problem = findThemeProblem(text);
  if (problem) throw fieldError({ json_data: [problem] }, 400);
}

const isOfProduct = (theme: Theme) => theme.is_system_default === 1 || theme.is_system_dark === 1;

interface Change {
  readonly id: number;
  readonly body: ThemePut;
}

/** What everybody sees is changed by administrators alone. */
export async function updateTheme({ store, now }: Deps, user: User, { id, body }: Change): Promise<void> {
  const theme = await getTheme(store, id);
  if (isOfProduct(theme) && !isAdmin(user)) throw forbidden();
  if (body.json_data !== undefined) checkThemeDocument(body.json_data);
  await store
    .updateTable('themes')
    .set({ ...body, changed_on: now().toISOString(), changed_by_fk: user.id })
    .where('id', '=', id)
    .execute();
}

/** Deletes all of them or none; dashboards that named one take the usual look. */
export async function deleteThemes(store: Store, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const found =
    wanted.length === 0 ? [] : await store.selectFrom('themes').selectAll().where('id', 'in', wanted).execute();
  if (found.length === 0 || found.length < wanted.length) throw notFound();
  const held = found.find(isOfProduct);
  if (held)
    throw commandError(`The theme ${held.theme_name} is the look of the whole product. Choose another look first.`);
  await store.transaction().execute(async (transaction) => {
    await transaction.updateTable('dashboards').set({ theme_id: null }).where('theme_id', 'in', wanted).execute();
    await transaction.deleteFrom('themes').where('id', 'in', wanted).execute();
  });
}

/** The documents of the looks that the product was given; nothing where it has its own. */
export async function findSystemLooks({ store }: Pick<Deps, 'store'>): Promise<Pick<Bootstrap, 'theme'>> {
  const rows = await store
    .selectFrom('themes')
    .select(['json_data', 'is_system_default', 'is_system_dark'])
    .where(({ eb, or }) => or([eb('is_system_default', '=', 1), eb('is_system_dark', '=', 1)]))
    .execute();
  if (rows.length === 0) return {};
  const read = (look: SystemLook) => parseDocument(rows.find((row) => row[look] === 1)?.json_data) ?? null;
  return { theme: { default: read('is_system_default'), dark: read('is_system_dark') } };
}

interface LookChange {
  readonly look: SystemLook;
  /** Null gives the product its own look again. */
  readonly id: number | null;
}

/** One theme at most is the look, and administrators say which. */
export async function setSystemLook({ store }: Pick<Deps, 'store'>, user: User, { look, id }: LookChange) {
  if (!isAdmin(user)) throw forbidden();
  if (id !== null) await getTheme(store, id);
  await store.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('themes')
      .set({ [look]: 0 })
      .where(look, '=', 1)
      .execute();
    if (id !== null)
      await transaction
        .updateTable('themes')
        .set({ [look]: 1 })
        .where('id', '=', id)
        .execute();
  });
}
