import { findDatabaseKind } from '../engines/index.ts';
import type { Store } from '../metadata/index.ts';
import type { Moving } from './moving.ts';
import type { NumberedRow, NumberedTable } from './numbers.ts';
import { allRows, columns, orLeaveOut } from './read-rows.ts';
import type { MovedKind } from './report.ts';
import { toRule } from './rules-as-here.ts';
import { type SourceRow, uuidOfWords } from './values.ts';

/**
 * What of the other installation is here already, and under which numbers the rest comes: all of it before anything is written, so
 * that whatever names another thing by its number can be put right at once.
 */
export async function decideNumbers(moving: Moving): Promise<void> {
  const { store } = moving;
  await decideNamed(moving, {
    ...{ table: 'roles', from: 'ab_role', kind: 'roles', name: 'name' },
    names: (name) => [roleName(name)],
  });
  await decideNamed(moving, { table: 'users', from: 'ab_user', kind: 'users', name: 'username' });
  await decideByUuid(moving, {
    ...{ table: 'databases', from: 'dbs', kind: 'databases', name: 'database_name', more: 'sqlalchemy_uri' },
    findHere: await findSameFile(store),
  });
  await decideByUuid(moving, { table: 'datasets', from: 'tables', kind: 'datasets', name: 'table_name' });
  await decideByUuid(moving, { table: 'charts', from: 'slices', kind: 'charts', name: 'slice_name' });
  await decideByUuid(moving, { table: 'dashboards', from: 'dashboards', kind: 'dashboards', name: 'dashboard_title' });
  await decideByUuid(moving, { table: 'saved_queries', from: 'saved_query', kind: 'saved queries', name: 'label' });
  await decideByUuid(moving, {
    ...{ table: 'css_templates', from: 'css_templates', kind: 'CSS templates', name: 'template_name' },
  });
  await decideByUuid(moving, { table: 'themes', from: 'themes', kind: 'themes', name: 'theme_name' });
  await decideNamed(moving, {
    ...{ table: 'annotation_layers', from: 'annotation_layer', kind: 'annotation layers', name: 'name' },
  });
  await decideNamed(moving, {
    ...{ table: 'row_level_rules', from: 'row_level_security_filters', kind: 'row-level rules', name: 'name' },
    same: ['filter_type', 'clause', 'group_key'],
    toSame: (row) => Object.values(toRule(row)),
    names: movedNames,
  });
  await decideNamed(moving, {
    ...{ table: 'reports', from: 'report_schedule', kind: 'reports', name: 'name' },
    same: ['type'],
  });
}

interface Deciding {
  readonly table: NumberedTable;
  /** The table there. */
  readonly from: string;
  readonly kind: MovedKind;
  /** The column of the name, there as here. */
  readonly name: string;
}

interface Taking extends Deciding {
  /** Further columns that are read. */
  readonly more: string;
  readonly toRow: (row: SourceRow) => Omit<NumberedRow, 'id' | 'name'>;
}

async function take(moving: Moving, { table, from, kind, name, more, toRow }: Taking): Promise<void> {
  const found = await allRows(moving.source, from, columns(`id uuid created_on ${name}`, more));
  moving.notes.count(kind, 'found', found.length);
  const rows: NumberedRow[] = [];
  for (const row of found) {
    const title = row.text(name) ?? '';
    const numbered = await orLeaveOut(moving, { kind, id: row.id, name: title }, () => toRow(row));
    if (numbered) rows.push({ id: row.id, name: title, ...numbered });
  }
  await moving.numbers.decide(table, rows);
  for (const { id } of rows) {
    const place = moving.numbers.placeOf(table, id);
    if (place && !place.isNew) moving.notes.count(kind, 'here');
    if (place?.isNew && place.id !== id) moving.notes.count(kind, 'renumbered');
  }
}

interface DecidingByUuid extends Deciding {
  readonly more?: string;
  /** What is the same here though it is called otherwise. */
  readonly findHere?: (row: SourceRow) => number | undefined;
}

/** Where none is kept there, or the same twice, the uuid follows from the row's number, and is the same next time. */
async function decideByUuid(moving: Moving, deciding: DecidingByUuid): Promise<void> {
  const here = await moving.store
    .selectFrom(deciding.table as 'charts')
    .select(['id', 'uuid'])
    .execute();
  const known = new Map(here.map(({ id, uuid }) => [uuid, id]));
  const seen = new Set<string>();
  const toRow = (row: SourceRow) => {
    const own = row.uuid('uuid');
    const uuid = own && !seen.has(own) ? own : uuidOfWords(deciding.from, row.id, row.time('created_on') ?? '');
    seen.add(uuid);
    return { uuid, hereId: known.get(uuid) ?? deciding.findHere?.(row) };
  };
  await take(moving, { ...deciding, more: deciding.more ?? '', toRow });
}

/** A file that only one connection may have open is not connected twice. */
async function findSameFile(store: Store) {
  const here = await store.selectFrom('databases').select(['id', 'sqlalchemy_uri', 'backend']).execute();
  const files = new Map(
    here
      .filter(({ backend }) => findDatabaseKind(backend)?.isExclusive)
      .map(({ id, sqlalchemy_uri }) => [sqlalchemy_uri, id]),
  );
  return (row: SourceRow) => files.get(row.text('sqlalchemy_uri')?.trim() ?? '');
}

interface DecidingByName extends Deciding {
  /** Further columns, there as here, that must say the same: what has the name alone is another thing. */
  readonly same?: readonly string[];
  /** What they say, as it is kept here. */
  readonly toSame?: (row: SourceRow) => readonly unknown[];
  /** Under which names it may be here. */
  readonly names?: (name: string) => readonly string[];
}

async function decideNamed(moving: Moving, deciding: DecidingByName): Promise<void> {
  const { table, from, name, same = [], names = onlyName } = deciding;
  const toSame = deciding.toSame ?? ((row: SourceRow) => same.map((column) => row.text(column)));
  const here: readonly Readonly<Record<string, unknown>>[] = await moving.store
    .selectFrom(table as 'charts')
    .selectAll()
    .execute();
  const keyOf = (values: readonly unknown[]) => JSON.stringify(values.map((value) => value ?? ''));
  const known = new Map(here.map((row) => [keyOf([row[name], ...same.map((column) => row[column])]), Number(row.id)]));
  const toRow = (row: SourceRow) => {
    const rest = toSame(row);
    const found = names(row.text(name) ?? '').map((one) => known.get(keyOf([one, ...rest])));
    return { uuid: uuidOfWords(from, row.id), hereId: found.find((id) => id !== undefined) };
  };
  await take(moving, { ...deciding, more: same.join(' '), toRow });
}

const onlyName = (name: string): readonly string[] => [name];
/** A rule that says something else than the one of its name here came under another name. */
const movedNames = (name: string): readonly string[] => [name, freeName(name, (one) => one === name)];

/** Who has a role of the administrators' name, in whatever case, may everything here: no other role comes under it. */
export function roleName(name: string): string {
  return name !== 'Admin' && name.trim().toLowerCase() === 'admin' ? `${name} (2)` : name;
}

/** A name that nothing has yet. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let turn = 2; ; turn += 1) {
    const other = `${name.slice(0, 230)} (${turn})`;
    if (!isTaken(other)) return other;
  }
}
