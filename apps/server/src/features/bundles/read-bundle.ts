import { deserialize } from 'node:v8';
import { type BundleKind, bundleTypes } from '@powerset/contract';
import type { TObject, TSchema } from 'typebox';
import { AppError, compileReader } from '../../http/index.ts';
import { type ArchiveDocument, TaskError, type TextWork, ThreadLimitError } from '../../threads/index.ts';
import { mapInTurns, othersTurn } from '../../turns/index.ts';
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
  await checkMetadata(
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
    const value = await readFile({ document, folder }, problems);
    if (value) {
      if (uuids.has(value.uuid)) problems.add(file, { uuid: ['Another file of the bundle has the same uuid.'] });
      uuids.add(value.uuid);
      // The folder decided the schema that the value was read by.
      (items[folder] as BundleItem<unknown>[]).push({ file, value });
    }
    await othersTurn();
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

async function checkMetadata(document: ArchiveDocument | undefined, kind: BundleKind): Promise<void> {
  if (!document) throw metadataError({ _schema: ['The bundle has no metadata.yaml.'] });
  const fields = await readFields(async () => readMetadata(readRecord(document)));
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

/** Each step takes milliseconds of a document of many columns: others have their turn between them, and within the long ones. */
async function readFile(
  { document, folder }: ReadInput,
  problems: Problems,
): Promise<{ readonly uuid: string } | undefined> {
  const { file } = document;
  const answer = await readFields(async () => {
    const record = withOldNames(readRecord(document));
    await othersTurn();
    const kept = await keepKnown(fileSchemas[folder], record, (name) =>
      problems.warn(`${file}: \`${name}\` is not known here and was left out.`),
    );
    await othersTurn();
    return readers[folder]?.(kept);
  });
  await othersTurn();
  if ('problems' in answer) {
    problems.add(file, answer.problems);
    return undefined;
  }
  // Every schema of a document has it.
  const value = answer.value as { readonly uuid: string };
  const wrong = await findWrongTexts(fileSchemas[folder], value);
  if (Object.keys(wrong).length > 0) {
    problems.add(file, wrong);
    return undefined;
  }
  return { ...value, uuid: value.uuid.toLowerCase() };
}

/** Documents that stand as JSON text and are none: rooms that read them later would take them for empty, or fail. */
async function findWrongTexts(schema: TObject, value: object): Promise<Record<string, readonly string[]>> {
  const found: WrongText[] = [...ownWrongTexts(schema, value)];
  for (const [name, item] of Object.entries(value)) {
    const known: TSchema | undefined = schema.properties[name];
    const inner = known && itemSchema(known);
    if (!inner || !Array.isArray(item)) continue;
    const records = item.map((one, at) => ({ inner, one, path: `${name}.${at}` }));
    found.push(...(await mapInTurns(records, recordsPerTurn, wrongInside)).flat());
  }
  return Object.fromEntries(found);
}

/** Of columns and metrics that are read before others have their turn. */
const recordsPerTurn = 200;

type WrongText = readonly [string, readonly string[]];

function ownWrongTexts(schema: TObject, value: object): readonly WrongText[] {
  return Object.entries(value).flatMap(([name, item]): WrongText[] => {
    if (schema.properties[name] !== jsonDocument || typeof item !== 'string') return [];
    const problem = findTextProblem(item);
    return problem ? [[name, [textProblems[problem]]]] : [];
  });
}

const textProblems = { 'no JSON': 'JSON not valid', 'no object': 'Must be a JSON object.' } as const;

interface InnerRecord {
  readonly inner: TObject;
  readonly one: object;
  readonly path: string;
}

/** In small documents of columns and metrics a text that is no JSON is kept as it is. */
function wrongInside({ inner, one, path }: InnerRecord): readonly WrongText[] {
  return ownWrongTexts(inner, one).flatMap(([name, texts]) =>
    texts[0] === textProblems['no object'] ? [[`${path}.${name}`, texts] as const] : [],
  );
}

type FieldsAnswer = { readonly value: unknown } | { readonly problems: Readonly<Record<string, readonly string[]>> };

async function readFields(read: () => Promise<unknown>): Promise<FieldsAnswer> {
  try {
    return { value: await read() };
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
async function keepKnown(
  schema: TObject,
  value: Readonly<Record<string, unknown>>,
  onUnknown: (name: string) => void,
): Promise<Readonly<Record<string, unknown>>> {
  const kept: [string, unknown][] = [];
  for (const [name, item] of Object.entries(keepOwn(schema, value, onUnknown))) {
    const known: TSchema | undefined = schema.properties[name];
    kept.push([name, known ? await keepInside(known, item, (inner) => onUnknown(`${name}.${inner}`)) : item]);
  }
  return Object.fromEntries(kept);
}

function keepOwn(
  schema: TObject,
  value: Readonly<Record<string, unknown>>,
  onUnknown: (name: string) => void,
): Readonly<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    if (Object.hasOwn(schema.properties, name)) kept[name] = item;
    else if (!isEmpty(item) && !silent.has(name)) onUnknown(name.slice(0, 100));
  }
  return kept;
}

async function keepInside(schema: TSchema, value: unknown, onUnknown: (name: string) => void): Promise<unknown> {
  const inner = itemSchema(schema);
  if (!inner || !Array.isArray(value)) return value;
  const told = new Set<string>();
  const tell = (name: string) => {
    if (!told.has(name)) onUnknown(name);
    told.add(name);
  };
  return mapInTurns(value, recordsPerTurn, (item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) ? keepOwn(inner, { ...item }, tell) : item,
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
