import type { WireFolderField } from '@powerset/contract';

/** Of a draft, what folders are about. */
interface Foldered {
  readonly folders: readonly Folder[] | null;
  readonly columns: readonly { readonly uuid?: string | null; readonly column_name: string }[];
  readonly metrics: readonly { readonly uuid?: string | null; readonly metric_name: string }[];
}

/** A folder of a draft, at whatever depth. */
export interface Folder {
  readonly type: 'folder';
  readonly uuid: string;
  readonly name: string;
  readonly description: string | null;
  readonly children: readonly (FolderField | Folder)[];
}

export type FolderField = Pick<WireFolderField, 'type' | 'uuid' | 'name'>;
type Child = Folder['children'][number];

/** Folders lie in folders, three deep at most: that of the contract. */
export const deepest = 3;

export const foldersOf = ({ folders }: Pick<Foldered, 'folders'>): readonly Folder[] => folders ?? [];

const isFolder = (child: Child): child is Folder => child.type === 'folder';

/** Metrics and columns as folders name them, in the order in which Explore has them. */
export function fieldsOf({ columns, metrics }: Pick<Foldered, 'columns' | 'metrics'>): readonly FolderField[] {
  return [
    ...metrics.map(({ uuid, metric_name }) => ({ type: 'metric' as const, uuid: uuid ?? '', name: metric_name })),
    ...columns.map(({ uuid, column_name }) => ({ type: 'column' as const, uuid: uuid ?? '', name: column_name })),
  ];
}

/** The UUIDs of what lies in folders. */
export function placedIn(folders: readonly Folder[]): ReadonlySet<string> {
  return new Set(
    folders.flatMap((folder) => [...walk(folder)].flatMap(({ children }) => children).map(({ uuid }) => uuid)),
  );
}

function* walk(folder: Folder): Generator<Folder> {
  yield folder;
  for (const child of folder.children) if (isFolder(child)) yield* walk(child);
}

/** Every folder with its depth, 1 for the outermost, in the order in which they are read. */
export function listFolders(folders: readonly Folder[], depth = 1): readonly { folder: Folder; depth: number }[] {
  return folders.flatMap((folder) => [{ folder, depth }, ...listFolders(folder.children.filter(isFolder), depth + 1)]);
}

type Children = readonly Child[];

/** The same folders, where each list of children becomes what `change` says; `parent` is null for the outermost. */
function changeLists(
  folders: readonly Folder[],
  change: (children: Children, parent: string | null) => Children,
): readonly Folder[] {
  const inside = (children: Children, parent: string | null): Children =>
    change(children, parent).map((child) =>
      isFolder(child) ? { ...child, children: inside(child.children, child.uuid) } : child,
    );
  return inside(folders, null).filter(isFolder);
}

export function addFolder(folders: readonly Folder[], folder: Folder, parent: string | null): readonly Folder[] {
  // In a folder before its columns, where it is found.
  return changeLists(folders, (children, at) => {
    if (at !== parent) return children;
    return parent === null ? [...children, folder] : [folder, ...children];
  });
}

export function renameFolder(folders: readonly Folder[], uuid: string, name: string): readonly Folder[] {
  return changeLists(folders, (children) =>
    children.map((child) => (isFolder(child) && child.uuid === uuid ? { ...child, name } : child)),
  );
}

/** What lay in it lies in no folder then. */
export function removeFolder(folders: readonly Folder[], uuid: string): readonly Folder[] {
  return changeLists(folders, (children) => children.filter((child) => child.uuid !== uuid));
}

/** One place up or down among those beside it. */
export function shiftFolder(folders: readonly Folder[], uuid: string, by: 1 | -1): readonly Folder[] {
  return changeLists(folders, (children) => {
    const at = children.findIndex((child) => child.uuid === uuid);
    const beside = children.map((child, index) => ({ child, index })).filter(({ child }) => isFolder(child));
    const place = beside.findIndex(({ index }) => index === at);
    const other = beside[place + by];
    if (at < 0 || !other) return children;
    return children.map((child, index) => {
      if (index === at) return other.child;
      return index === other.index ? (children[at] ?? child) : child;
    });
  });
}

export interface FieldMove {
  readonly fields: readonly FolderField[];
  /** The folder that they go to; null for none. */
  readonly to: string | null;
  /** The column or metric that they come to stand before; at the end without one. */
  readonly before?: string;
}

export function moveFields(folders: readonly Folder[], { fields, to, before }: FieldMove): readonly Folder[] {
  const moved = new Set(fields.map(({ uuid }) => uuid));
  return changeLists(folders, (children, parent) => {
    const rest = children.filter((child) => !moved.has(child.uuid));
    if (to === null || parent !== to) return rest;
    const at = rest.findIndex((child) => child.uuid === before);
    return at < 0 ? [...rest, ...fields] : [...rest.slice(0, at), ...fields, ...rest.slice(at)];
  });
}

/** The first folder without a name of its own among those beside it. */
export function findNamelessFolder(folders: readonly Folder[]): Folder | undefined {
  const isTaken = ({ name }: Folder, at: number) =>
    ['', 'metrics', 'columns'].includes(name.trim().toLowerCase()) ||
    folders.findIndex((other) => other.name.trim() === name.trim()) !== at;
  return (
    folders.find(isTaken) ??
    folders.map(({ children }) => findNamelessFolder(children.filter(isFolder))).find((found) => found !== undefined)
  );
}

/** What of the folders a draft may send: its columns and metrics may have gone meanwhile. */
export function toSentFolders(draft: Foldered): readonly Folder[] | null {
  const names = new Map(fieldsOf(draft).map((field) => [`${field.type} ${field.uuid}`, field.name]));
  const folders = changeLists(foldersOf(draft), (children) =>
    children.flatMap((child): Child[] => {
      if (isFolder(child)) return [{ ...child, name: child.name.trim() }];
      const name = names.get(`${child.type} ${child.uuid}`);
      return name === undefined ? [] : [{ ...child, name }];
    }),
  );
  return folders.length === 0 ? null : folders;
}
