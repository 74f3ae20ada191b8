import type { DashboardColors, FiltersChange, WireDashboardTabs } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { fieldError } from '../../http/index.ts';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';
import { othersTurn } from '../../turns/index.ts';
import { type DashboardServices, getEditableDashboards } from './access.ts';
import { updateDashboard } from './service.ts';

type Tab = WireDashboardTabs['tab_tree'][number];

/** Tabs stand in tabs two deep; a layout that somebody else wrote may nest without end. */
const deepest = 20;

/** The tabs of a layout: their titles by id, and how they stand in one another. */
export function readTabs(positions: Document | undefined): WireDashboardTabs {
  const titles: Record<string, string> = {};
  const seen = new Set<string>();
  const tabsBelow = (id: string, depth: number): readonly Tab[] => {
    const node = positions?.[id];
    if (!isDocument(node) || seen.has(id) || depth > deepest) return [];
    seen.add(id);
    const below = Array.isArray(node.children) ? node.children.map(String) : [];
    const children = below.flatMap((child) => tabsBelow(child, depth + 1));
    if (node.type !== 'TAB') return children;
    const { text } = isDocument(node.meta) ? node.meta : {};
    const title = typeof text === 'string' ? text : '';
    titles[id] = title;
    return [{ value: id, title, children }];
  };
  const tree = tabsBelow('ROOT_ID', 0);
  return { all_tabs: titles, tab_tree: tree };
}

/** What one change may bring, and what the whole may come to: as much as `PUT` of a dashboard takes. */
const longestChange = 300_000;
const longestMetadata = 1_000_000;

function refuseLonger(text: string, longest: number): void {
  if (text.length > longest)
    throw fieldError({ json_metadata: [`Must not be longer than ${longest} characters.`] }, 400);
}

interface Asked {
  readonly id: number;
  /** Whether the change is told as one: its time and who made it. */
  readonly isMarked: boolean;
}

/** Changes `json_metadata` and leaves what the change does not name; who saves in between is not written over. */
async function changeMetadata(
  services: DashboardServices,
  user: User,
  { id, isMarked, change }: Asked & { readonly change: (metadata: Document) => Document },
): Promise<void> {
  const [row] = await getEditableDashboards(services, user, [id]);
  if (!row) throw new Error('An editable dashboard has a row.');
  const text = JSON.stringify(change(parseDocument(row.json_metadata) ?? {}));
  refuseLonger(text, longestMetadata);
  // It was read and written here, and is read again where it is kept: others have their turn between.
  await othersTurn();
  await updateDashboard(services, user, { id, isMarked, madeOf: row.json_metadata, body: { json_metadata: text } });
}

/** Lists of `json_metadata` whose items are known by an `id`. */
export type ChangedList = 'native_filter_configuration' | 'chart_customization_config';

/** Takes items out of a list, puts others in their places or at the end, and orders them; returns what stands then. */
export async function changeListed(
  services: DashboardServices,
  user: User,
  { id, list, body }: { readonly id: number; readonly list: ChangedList; readonly body: FiltersChange },
) {
  refuseLonger(JSON.stringify(body), longestChange);
  let items: readonly Document[] = [];
  await changeMetadata(services, user, {
    ...{ id, isMarked: true },
    change: (metadata) => {
      const before = metadata[list];
      items = withChanges(Array.isArray(before) ? before.filter(isDocument) : [], body);
      return { ...metadata, [list]: items };
    },
  });
  return items;
}

function withChanges(before: readonly Document[], { deleted = [], modified = [], reordered = [] }: FiltersChange) {
  const changes = new Map(modified.map((filter, at) => [readId(filter, at), filter]));
  const kept = before.filter(({ id }) => !deleted.includes(String(id)));
  const known = new Set(kept.map(({ id }) => id));
  const all = [
    ...kept.map((filter) => changes.get(String(filter.id)) ?? filter),
    ...[...changes].filter(([id]) => !known.has(id)).map(([, filter]) => filter),
  ];
  const places = new Map(reordered.map((id, place) => [id, place]));
  const placeOf = ({ id }: Document) => places.get(String(id)) ?? places.size;
  return all.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function readId(filter: Document, at: number): string {
  if (typeof filter.id === 'string' && filter.id !== '') return filter.id;
  throw fieldError({ [`modified.${at}.id`]: ['Missing data for required field.'] }, 400);
}

/** Sets those of a dashboard's colours that are named. */
export async function changeColors(
  services: DashboardServices,
  user: User,
  { colors, ...asked }: Asked & { readonly colors: DashboardColors },
): Promise<void> {
  refuseLonger(JSON.stringify(colors), longestChange);
  const given = Object.entries(colors).filter(([, value]) => value !== undefined);
  await changeMetadata(services, user, {
    ...asked,
    change: (metadata) => ({ ...metadata, ...Object.fromEntries(given) }),
  });
}
