import type { DatasetChange, DatasetFolderInput, FolderFieldInput, WireDatasetFolder } from '@powerset/contract';
import { FolderFinder, toKeptFolders } from '../../catalog/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Store } from '../../metadata/index.ts';

type Given = NonNullable<DatasetChange['folders']>;
type Child = FolderFieldInput | DatasetFolderInput;

/** Keeps folders for the columns and metrics that are saved by now; null takes them all away. */
export async function saveFolders(store: Store, datasetId: number, given: Given | null): Promise<void> {
  const fields = given && given.length > 0 ? await readFields(store, datasetId) : null;
  const folders = fields ? planFolders(given ?? [], new FolderFinder(fields)) : [];
  await store
    .updateTable('datasets')
    .set({ folders: toKeptFolders(folders) })
    .where('id', '=', datasetId)
    .execute();
}

async function readFields(store: Store, datasetId: number) {
  const [columns, metrics] = await Promise.all([
    store.selectFrom('dataset_columns').select(['uuid', 'column_name']).where('dataset_id', '=', datasetId).execute(),
    store.selectFrom('dataset_metrics').select(['uuid', 'metric_name']).where('dataset_id', '=', datasetId).execute(),
  ]);
  return { columns, metrics };
}

/** What lies beside the folders is in none, which needs no keeping. */
function planFolders(given: Given, finder: FolderFinder): WireDatasetFolder[] {
  const planned = planChildren(given, { finder, path: 'folders' });
  return planned.flatMap((child) => (child.type === 'folder' ? [child as WireDatasetFolder] : []));
}

interface Place {
  readonly finder: FolderFinder;
  readonly path: string;
}

type Planned = WireDatasetFolder['children'][number];

/** What stands in lists of these names already: the columns and metrics that no folder has. */
const ownHeadings = ['metrics', 'columns'];

function planChildren(children: readonly Child[], { finder, path }: Place): Planned[] {
  const names = new Set<string>();
  return children.map((child, index) => {
    const at = `${path}.${index}`;
    if (child.type !== 'folder') return planField(child, { finder, path: at });
    const name = child.name.trim();
    if (ownHeadings.includes(name.toLowerCase()))
      throw fieldError({ [`${at}.name`]: [`A folder cannot be called "${name}".`] });
    if (names.has(name))
      throw fieldError({ [`${at}.name`]: [`There are two folders called "${name}" beside each other.`] });
    names.add(name);
    return {
      type: 'folder',
      uuid: child.uuid?.toLowerCase() ?? crypto.randomUUID(),
      name,
      description: child.description || null,
      // One level less than its own: the contract's depth.
      children: planChildren(child.children ?? [], { finder, path: `${at}.children` }) as never[],
    };
  });
}

function planField(child: FolderFieldInput, { finder, path }: Place): Planned {
  const field = finder.find(child);
  const name = child.name || child.uuid || '';
  if (!field) throw fieldError({ [path]: [`The dataset has no ${child.type} "${name}".`] });
  if (!finder.take(field)) throw fieldError({ [path]: [`"${field.name}" is in two folders.`] });
  return field;
}
