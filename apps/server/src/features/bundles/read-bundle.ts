import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize } from 'node:v8';
import { type BundleKind, bundleTypes } from '@powerset/contract';
import type { TObject, TSchema } from 'typebox';
import { AppError, compileReader } from '../../http/index.ts';
import { type ArchiveDocument, TaskError, type TextWork, ThreadLimitError } from '../../threads/index.ts';
import { findTextProblem } from './documents.ts';
import type { Problems } from './problems.ts';
import { type FileKind, type FileValue, fileSchemas, jsonDocument, MetadataFile } from './shapes.ts';

export interface BundleItem<Value> {
  readonly file: string;
  readonly value: Value;
}

export type Bundle = { readonly [K in FileKind]: readonly BundleItem<FileValue<K>>[] };

const readers = Object.fromEntries(
  Object.entries(fileSchemas).map(([kind, schema]) => [kind, compileReader(schema, 'json')]),
);
const readMetadata = compileReader(MetadataFile, 'json');

const kindsOf: Readonly<Record<BundleKind, readonly FileKind[]>> = {
  database: ['databases', 'datasets'],
  dataset: ['databases', 'datasets'],
  chart: ['databases', 'datasets', 'charts'],
  dashboard: ['databases', 'datasets', 'charts', 'dashboards', 'themes'],
  saved_query: ['databases', 'queries'],
  theme: ['themes'],
  assets: ['databases', 'datasets', 'charts', 'dashboards', 'queries', 'themes'],
};

/** Reads every document of a bundle by its schema; whatever does not fit is gathered in `problems`. */
export async function readBundle(
  { textWork }: { readonly textWork: TextWork },
  { archive, kind }: { readonly archive: Uint8Array; readonly kind: BundleKind },
  problems: Problems,
): Promise<Bundle> {
  const documents = await textWork.readArchive({ bytes: archive, folders: kindsOf[kind] }).catch(refuseArchive);
  checkMetadata(
    documents.find(({ file }) => file === 'metadata.yaml'),
    kind,
  );
  const items: { [K in FileKind]: BundleItem<FileValue<K>>[] } = {
    databases: [],
    datasets: [],
    charts: [],
    dashboards: [],
    queries: [],
    themes: [],
  };
  const uuids = new Set<string>();
  for (const document of documents) {
    const { file } = document;
    const folder = kindsOf[kind].find((name) => file.startsWith(`${name}/`));
    if (!folder) continue;
    const value = readFile({ document, folder }, problems);
    if (value) {
      if (uuids.has(value.uuid)) problems.add(file, { uuid: ['Another file of the bundle has the same uuid.'] });
      uuids.add(value.uuid);
      // The folder decided the schema that the value was read by.
      (items[folder] as BundleItem<unknown>[]).push({ file, value });
    }
    // Reading a large document takes a while; others get their turn between two.
    await nextTurn();
  }
  problems.throwIfAny();
  if (Object.values(items).every((list) => list.length === 0))
    throw refuseBundle('No valid import files were found', 400);
  return items;
}

function refuseArchive(error: unknown): never {
  if (error instanceof TaskError || error instanceof ThreadLimitError) throw refuseBundle(error.message);
  throw error;
}

function refuseBundle(message: string, status = 422): AppError {
  return new AppError('GENERIC_COMMAND_ERROR', { params: { message }, status });
}

function checkMetadata(document: ArchiveDocument | undefined, kind: BundleKind): void {
  if (!document) throw metadataError({ _schema: ['The bundle has no metadata.yaml.'] });
  const fields = readFields(() => readMetadata(readRecord(document)));
  if ('problems' in fields) throw metadataError(fields.problems);
  const { type } = fields.value as { readonly type?: string };
  const expected = bundleTypes[kind];
  if (type !== undefined && type !== expected) throw metadataError({ type: [`Must be equal to ${expected}.`] });
}

function metadataError(detail: Readonly<Record<string, readonly string[]>>): AppError {
  const [field, texts] = Object.entries(detail)[0] ?? ['', []];
  return new AppError('GENERIC_COMMAND_ERROR', {
    params: { message: `Error importing: metadata.yaml: ${field === '_schema' ? '' : `${field}: `}${texts.join(' ')}` },
    extra: { 'metadata.yaml': detail },
    status: 422,
  });
}

interface ReadInput {
  readonly document: ArchiveDocument;
  readonly folder: FileKind;
}

function readFile({ document, folder }: ReadInput, problems: Problems): { readonly uuid: string } | undefined {
  const { file } = document;
  const answer = readFields(() => {
    const kept = keepKnown(fileSchemas[folder], withOldNames(readRecord(document)), (name) =>
      problems.warn(`${file}: \`${name}\` is not known here and was left out.`),
    );
    return readers[folder]?.(kept);
  });
  if ('problems' in answer) {
    problems.add(file, answer.problems);
    return undefined;
  }
  // Every schema of a document has it.
  const value = answer.value as { readonly uuid: string };
  const wrong = findWrongTexts(fileSchemas[folder], value);
  if (Object.keys(wrong).length > 0) {
    problems.add(file, wrong);
    return undefined;
  }
  return { ...value, uuid: value.uuid.toLowerCase() };
}

/** Documents that stand as JSON text and are none: rooms that read them later would take them for empty, or fail. */
function findWrongTexts(schema: TObject, value: object): Record<string, readonly string[]> {
  const found = Object.entries(value).flatMap(([name, item]): (readonly [string, readonly string[]])[] => {
    const known: TSchema | undefined = schema.properties[name];
    if (known === jsonDocument && typeof item === 'string') {
      const problem = findTextProblem(item);
      return problem ? [[name, [textProblems[problem]]]] : [];
    }
    const inner = known && itemSchema(known);
    return inner && Array.isArray(item)
      ? item.flatMap((one, at) => wrongInside({ inner, one, path: `${name}.${at}` }))
      : [];
  });
  return Object.fromEntries(found);
}

const textProblems = { 'no JSON': 'JSON not valid', 'no object': 'Must be a JSON object.' } as const;

interface InnerRecord {
  readonly inner: TObject;
  readonly one: object;
  readonly path: string;
}

/** In small documents of columns and metrics a text that is no JSON is kept as it is. */
function wrongInside({ inner, one, path }: InnerRecord): (readonly [string, readonly string[]])[] {
  return Object.entries(findWrongTexts(inner, one)).flatMap(([name, texts]) =>
    texts[0] === textProblems['no object'] ? [[`${path}.${name}`, texts] as const] : [],
  );
}

type FieldsAnswer = { readonly value: unknown } | { readonly problems: Readonly<Record<string, readonly string[]>> };

function readFields(read: () => unknown): FieldsAnswer {
  try {
    return { value: read() };
  } catch (error) {
    if (error instanceof AppError && error.options.fields) return { problems: error.options.fields };
    return { problems: { _schema: [(error as Error).message] } };
  }
}

function readRecord({ packed, problem }: ArchiveDocument): Readonly<Record<string, unknown>> {
  if (problem !== null) throw new Error(problem);
  const value: unknown = deserialize(packed);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Not a valid YAML file');
  return { ...value };
}

function withOldNames(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { allow_csv_upload: allowsFiles, ...rest } = value;
  return allowsFiles === undefined ? value : { allow_file_upload: allowsFiles, ...rest };
}

// Other releases write them; here they say nothing that is missed.
const silent = new Set(['data']);

/** What the schema knows, at the top and in its lists of records; the names of the rest are told unless they are empty. */
function keepKnown(
  schema: TObject,
  value: Readonly<Record<string, unknown>>,
  onUnknown: (name: string) => void,
): Record<string, unknown> {
  const kept = Object.entries(value).flatMap(([name, item]) => {
    const known: TSchema | undefined = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!known) {
      if (!isEmpty(item) && !silent.has(name)) onUnknown(name.slice(0, 100));
      return [];
    }
    return [[name, keepInside(known, item, (inner) => onUnknown(`${name}.${inner}`))] as const];
  });
  return Object.fromEntries(kept);
}

function keepInside(schema: TSchema, value: unknown, onUnknown: (name: string) => void): unknown {
  const inner = itemSchema(schema);
  if (!inner || !Array.isArray(value)) return value;
  const told = new Set<string>();
  const tell = (name: string) => {
    if (!told.has(name)) onUnknown(name);
    told.add(name);
  };
  return value.map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? keepKnown(inner, { ...item }, tell) : item,
  );
}

/** The schema of a list's records, looked for in a union with null. */
function itemSchema(schema: TSchema): TObject | undefined {
  if (!('anyOf' in schema) || !Array.isArray(schema.anyOf)) return undefined;
  const list = schema.anyOf.find((one) => typeof one === 'object' && one !== null && 'items' in one);
  const items = list?.items;
  return items && 'properties' in items ? items : undefined;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '' || value === undefined || value === false) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
