import type { DatasetFolderInput, FolderFieldInput, WireDatasetFolder, WireFolderField } from '@powerset/contract';
import type { Row } from '../metadata/index.ts';
import { type Document, isDocument, parseDocument } from '../metadata/index.ts';

type Field =
  | Pick<Row<'dataset_columns'>, 'uuid' | 'column_name'>
  | Pick<Row<'dataset_metrics'>, 'uuid' | 'metric_name'>;

/** The columns and metrics that folders are for. */
export interface FolderFields {
  readonly columns: readonly Pick<Row<'dataset_columns'>, 'uuid' | 'column_name'>[];
  readonly metrics: readonly Pick<Row<'dataset_metrics'>, 'uuid' | 'metric_name'>[];
}

/** Finds columns and metrics by UUID, else by name: copies and imports have UUIDs of their own. Each is found once. */
export class FolderFinder {
  private readonly byUuid = new Map<string, WireFolderField>();
  private readonly byName = new Map<string, WireFolderField>();
  private readonly taken = new Set<WireFolderField>();

  constructor({ columns, metrics }: FolderFields) {
    for (const metric of metrics) this.add('metric', metric);
    for (const column of columns) this.add('column', column);
  }

  private add(type: WireFolderField['type'], field: Field): void {
    const name = 'column_name' in field ? field.column_name : field.metric_name;
    const found = { type, uuid: field.uuid, name };
    this.byUuid.set(`${type} ${field.uuid}`, found);
    this.byName.set(`${type} ${name}`, found);
  }

  find({ type, uuid, name }: FolderFieldInput): WireFolderField | undefined {
    return this.byUuid.get(`${type} ${uuid?.toLowerCase() ?? ''}`) ?? this.byName.get(`${type} ${name ?? ''}`);
  }

  /** False where it lies in a folder already. */
  take(field: WireFolderField): boolean {
    if (this.taken.has(field)) return false;
    this.taken.add(field);
    return true;
  }
}

/** The folders that a dataset keeps, with those of its columns and metrics that are still there; null without any. */
export function readFolders(text: string | null, fields: FolderFields): WireDatasetFolder[] | null {
  const kept = parseDocument(text)?.folders;
  if (!Array.isArray(kept) || kept.length === 0) return null;
  const finder = new FolderFinder(fields);
  // Written by `toKeptFolders` alone, whose depth is that of the contract.
  return (kept as DatasetFolderInput[]).map((folder) => readFolder(folder, finder) as WireDatasetFolder);
}

function readFolder(folder: DatasetFolderInput, finder: FolderFinder): unknown {
  const { uuid, name, description, children } = folder;
  const found = (children ?? []).flatMap((child): unknown[] => {
    if (child.type === 'folder') return [readFolder(child, finder)];
    const field = finder.find(child);
    return field && finder.take(field) ? [field] : [];
  });
  return { type: 'folder', uuid, name, description: description ?? null, children: found };
}

/** As they are kept; null for none. */
export function toKeptFolders(folders: readonly (WireDatasetFolder | DatasetFolderInput)[]): string | null {
  return folders.length === 0 ? null : JSON.stringify({ folders });
}

const deepest = 3;
/** What lies deeper is nobody's, and would take the stack of whoever reads it. */
const deepestRead = 100;

/**
 * Folders as another installation wrote them, with what there is here: what is unknown is left out, what lies too deep comes
 * up.
 */
export function adoptFolders(value: unknown, fields: FolderFields): DatasetFolderInput[] {
  const finder = new FolderFinder(fields);
  return documentsOf(value)
    .filter(isFolder)
    .map((folder) => adoptFolder(folder, { finder, depth: 1 }));
}

interface Adopting {
  readonly finder: FolderFinder;
  readonly depth: number;
}

type Children = NonNullable<DatasetFolderInput['children']>;

const documentsOf = (value: unknown) => (Array.isArray(value) ? value.filter(isDocument) : []);
const isFolder = ({ type, children }: Document) => type === 'folder' || Array.isArray(children);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

function adoptFolder(folder: Document, { finder, depth }: Adopting): DatasetFolderInput {
  const given = depth > deepestRead ? [] : documentsOf(folder.children);
  const children = given.flatMap((child): Children => {
    if (!isFolder(child)) return adoptField(child, finder);
    const inner = adoptFolder(child, { finder, depth: depth + 1 });
    // The depth is that of the contract.
    return depth < deepest ? [inner as Children[number]] : (inner.children ?? []);
  });
  return {
    type: 'folder',
    uuid: textOf(folder.uuid) || crypto.randomUUID(),
    name: textOf(folder.name).slice(0, 250) || '?',
    description: textOf(folder.description) || null,
    children,
  };
}

const fieldTypes = ['metric', 'column'] as const;

function adoptField(child: Document, finder: FolderFinder): WireFolderField[] {
  const { uuid, name } = { uuid: textOf(child.uuid), name: textOf(child.name) };
  const types = fieldTypes.filter((type) => child.type === type || child.type === undefined);
  const field = types.map((type) => finder.find({ type, uuid, name })).find((found) => found !== undefined);
  return field && finder.take(field) ? [field] : [];
}
