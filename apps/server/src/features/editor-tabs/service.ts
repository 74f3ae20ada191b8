import type { QueryEditorJson, TablePanelJson, WireEditorTab, WireTableSchema } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { fieldError, forbidden, notFound, readFlag } from '../../http/index.ts';
import { parseDocument, type Row, type RowChange, type Store, writeUnlessFull } from '../../metadata/index.ts';
import { findRun, type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';
import { readFormValue } from './forms.ts';

type TabState = Row<'tab_states'>;
type Deps = Pick<Services, 'store' | 'now'>;

/** A tab with its latest run and its table panels. */
export async function toWireEditorTab(store: Store, tab: TabState, registry?: RunRegistry): Promise<WireEditorTab> {
  const panels = await store.selectFrom('table_schemas').selectAll().where('tab_state_id', '=', tab.id).execute();
  const run = tab.latest_query_id === null ? undefined : await findRun(store, tab.latest_query_id);
  const [latest] = await toWireQueries(store, run ? [run] : [], registry);
  return {
    id: tab.id,
    user_id: tab.user_id,
    label: tab.label,
    active: tab.active === 1,
    database_id: tab.database_id,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: tab.sql,
    query_limit: tab.query_limit,
    latest_query: latest ?? null,
    autorun: tab.autorun === 1,
    template_params: tab.template_params,
    hide_left_bar: tab.hide_left_bar === 1,
    saved_query: tab.saved_query_id === null ? null : { id: tab.saved_query_id },
    table_schemas: panels.map(toWireTableSchema),
    extra_json: parseDocument(tab.extra_json) ?? {},
  };
}

function toWireTableSchema(panel: Row<'table_schemas'>): WireTableSchema {
  return { ...panel, description: parseDocument(panel.description) ?? null, expanded: panel.expanded === 1 };
}

export async function loadActiveTab(store: Store, user: User, registry?: RunRegistry): Promise<WireEditorTab | null> {
  const tab = await store
    .selectFrom('tab_states')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('active', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return tab ? toWireEditorTab(store, tab, registry) : null;
}

export function listTabLabels(store: Store, user: User): Promise<readonly { id: number; label: string }[]> {
  return store.selectFrom('tab_states').select(['id', 'label']).where('user_id', '=', user.id).orderBy('id').execute();
}

/** The tab, when it is the user's own. */
export async function getOwnTab(store: Store, user: User, id: number): Promise<TabState> {
  const tab = await store.selectFrom('tab_states').selectAll().where('id', '=', id).executeTakeFirst();
  if (!tab) throw notFound();
  if (tab.user_id !== user.id) throw forbidden();
  return tab;
}

export async function createTab({ store, now }: Deps, user: User, editor: QueryEditorJson): Promise<number> {
  return store.transaction().execute(async (transaction) => {
    await transaction.updateTable('tab_states').set({ active: 0 }).where('user_id', '=', user.id).execute();
    const { id } = await transaction
      .insertInto('tab_states')
      .values({
        user_id: user.id,
        label: editor.name || editor.title || 'Untitled Query',
        active: 1,
        database_id: editor.dbId ?? null,
        catalog: editor.catalog || null,
        schema: editor.schema ?? null,
        sql: editor.sql ?? 'SELECT ...',
        query_limit: editor.queryLimit ?? null,
        autorun: editor.autorun ? 1 : 0,
        template_params: editor.templateParams ?? null,
        hide_left_bar: editor.hideLeftBar ? 1 : 0,
        saved_query_id: editor.remoteId ?? null,
        changed_on: now().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Which tab is in front is a convenience, which a full disk does without. */
export async function activateTab({ store, now }: Deps, user: User, id: number): Promise<void> {
  await writeUnlessFull(() =>
    store.transaction().execute(async (transaction) => {
      await transaction.updateTable('tab_states').set({ active: 0 }).where('user_id', '=', user.id).execute();
      const change = { active: 1, changed_on: now().toISOString() };
      await transaction.updateTable('tab_states').set(change).where('id', '=', id).execute();
    }),
  );
}

/** What somebody wrote is refused on a full disk; how a tab looked, and what ran in it last, is left out. */
export async function changeTab({ store, now }: Deps, id: number, change: RowChange<'tab_states'>): Promise<void> {
  const row = { ...change, changed_on: now().toISOString() };
  const write = () => store.updateTable('tab_states').set(row).where('id', '=', id).execute();
  const isWork = Object.keys(change).some((name) => !looks.has(name));
  await (isWork ? write() : writeUnlessFull(write));
}

const looks = new Set([
  'active',
  'hide_left_bar',
  'latest_query_id',
  'autorun',
  'database_id',
  'catalog',
  'schema',
  'query_limit',
]);

export async function deleteTab(store: Store, id: number): Promise<void> {
  await store.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('table_schemas').where('tab_state_id', '=', id).execute();
    await transaction.deleteFrom('tab_states').where('id', '=', id).execute();
  });
}

type FieldReader = (value: unknown) => number | string | null;

const readText: FieldReader = (value) => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const toFlag: FieldReader = (value) => (readFlag(value) ? 1 : 0);
const readNumber: FieldReader = (value) => {
  if (value === null || value === undefined || value === '') return null;
  const number = Number(value);
  if (Number.isInteger(number)) return number;
  throw new TypeError('Must be a whole number.');
};

const tabFields: Readonly<Record<string, FieldReader>> = {
  label: (value) => readText(value) || 'Untitled Query',
  sql: (value) => readText(value) ?? '',
  catalog: readText,
  schema: readText,
  template_params: readText,
  latest_query_id: readText,
  database_id: readNumber,
  query_limit: readNumber,
  saved_query_id: readNumber,
  autorun: toFlag,
  active: toFlag,
  hide_left_bar: toFlag,
  extra_json: readText,
};

/** A tab's columns from a form of JSON texts; a field that is none of them is an error that names it. */
export function readTabChange(form: Readonly<Record<string, unknown>>): RowChange<'tab_states'> {
  const entries = Object.entries(form).filter(([name]) => name !== 'csrf_token');
  const change = entries.map(([name, value]) => {
    const read = Object.hasOwn(tabFields, name) ? tabFields[name] : undefined;
    if (!read) throw fieldError({ [name]: ['Unknown field.'] }, 400);
    try {
      return [name, read(isPlainText(name) ? asText(value) : readFormValue(value))];
    } catch (error) {
      throw fieldError({ [name]: [(error as Error).message] }, 400);
    }
  });
  return Object.fromEntries(change) as RowChange<'tab_states'>;
}

const textFields = new Set(['label', 'sql', 'catalog', 'schema', 'template_params', 'latest_query_id', 'extra_json']);

function isPlainText(name: string): boolean {
  return textFields.has(name);
}

/** A text field's value: the JSON text of a string, or the string itself when a client sent it bare. */
function asText(value: unknown): unknown {
  const read = readFormValue(value);
  return typeof read === 'string' || read === null || typeof value !== 'string' ? read : value;
}

export async function addTablePanel(store: Store, panel: TablePanelJson): Promise<number> {
  const row = {
    tab_state_id: Number(panel.queryEditorId),
    database_id: panel.dbId,
    catalog: panel.catalog || null,
    schema: panel.schema ?? null,
    table: panel.name,
  };
  return store.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('table_schemas')
      .where('tab_state_id', '=', row.tab_state_id)
      .where('database_id', '=', row.database_id)
      .where('catalog', row.catalog === null ? 'is' : '=', row.catalog)
      .where('schema', row.schema === null ? 'is' : '=', row.schema)
      .where('table', '=', row.table)
      .execute();
    const { id } = await transaction
      .insertInto('table_schemas')
      .values({ ...row, description: JSON.stringify(panel), expanded: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}
