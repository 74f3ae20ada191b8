import { datasetEndpoints, exploreEndpoints } from '@powerset/contract';
import type { Client } from '../api/index.ts';

/** A query that may become a dataset. */
export interface QuerySource {
  /** What it is called where it comes from: a tab, a datasource. */
  readonly name?: string | null;
  readonly sql: string;
  readonly databaseId: number;
  /** Null, or nothing, for the one that the connection opens. */
  readonly catalog?: string | null;
  readonly schema: string | null;
  readonly templateParams?: string | null;
}

/** The reference's values of the two ways to save. */
export const saveModes = { saveNew: '1', overwrite: '2' } as const;
export type SaveMode = (typeof saveModes)[keyof typeof saveModes];

/** What the dialog has to decide. */
export interface SaveChoice {
  readonly mode: SaveMode;
  readonly name: string;
  readonly existingId: number | null;
}

export function canSave({ mode, name, existingId }: SaveChoice): boolean {
  return mode === saveModes.saveNew ? name.trim() !== '' : existingId !== null;
}

const nameLength = 250;

/** The query's name, or `Untitled Dataset`, with the date and time after it. */
export function suggestDatasetName(name: string | null | undefined, untitled: string, now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${pad(now.getMonth() + 1)}/${pad(now.getDate())}/${now.getFullYear()}`;
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(pad).join(':');
  const stamp = ` ${day} ${time}`;
  return `${(name || untitled).slice(0, nameLength - stamp.length)}${stamp}`;
}

/** A dataset's SQL is one statement without its end. */
export function toDatasetSql(sql: string): string {
  return sql.trim().replace(/(\s*;)+$/, '');
}

/** What the chart builder starts a new dataset's chart from. */
export function defaultExploreForm(datasetId: number): Readonly<Record<string, unknown>> {
  return { datasource: `${datasetId}__table`, metrics: [], groupby: [], row_limit: 1000 };
}

export interface SaveParts {
  readonly api: Client;
  /** Shows what the server said. */
  readonly tell: (error: unknown) => void;
}

/** Makes the dataset, or replaces the query of an existing one; gives its id. What fails is told, and thrown on. */
export async function saveDataset(parts: SaveParts, source: QuerySource, choice: SaveChoice): Promise<number> {
  try {
    return choice.mode === saveModes.overwrite && choice.existingId !== null
      ? await overwrite(parts.api, source, choice.existingId)
      : await create(parts.api, source, choice.name.trim());
  } catch (error) {
    parts.tell(error);
    throw error;
  }
}

async function create(api: Client, source: QuerySource, name: string): Promise<number> {
  const { id } = await api.callEndpoint(datasetEndpoints.create, {
    body: {
      database: source.databaseId,
      ...(source.catalog ? { catalog: source.catalog } : {}),
      schema: source.schema,
      sql: toDatasetSql(source.sql),
      table_name: name,
      ...(source.templateParams ? { template_params: source.templateParams } : {}),
      is_managed_externally: false,
      external_url: null,
    },
  });
  return id;
}

async function overwrite(api: Client, source: QuerySource, id: number): Promise<number> {
  await api.callEndpoint(datasetEndpoints.update, {
    params: { id },
    query: { override_columns: true },
    body: {
      sql: toDatasetSql(source.sql),
      database_id: source.databaseId,
      ...(source.catalog === undefined ? {} : { catalog: source.catalog }),
      schema: source.schema,
      ...(source.templateParams ? { template_params: source.templateParams } : {}),
    },
  });
  return id;
}

/** Keeps the first form of a dataset's chart; gives the address that opens it. */
export function createExploreAddress(
  api: Client,
  datasetId: number,
  form: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return keepForm(api, { id: datasetId, type: 'table' }, form);
}

/** The same for the chart of a query that nobody has saved. */
export function createQueryAddress(
  api: Client,
  queryId: number,
  form: Readonly<Record<string, unknown>>,
): Promise<string> {
  return keepForm(api, { id: queryId, type: 'query' }, form);
}

async function keepForm(
  api: Client,
  { id, type }: { readonly id: number; readonly type: 'table' | 'query' },
  form: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { key } = await api.callEndpoint(exploreEndpoints.createFormData, {
    body: {
      datasource_id: id,
      datasource_type: type,
      form_data: JSON.stringify({ ...defaultExploreForm(id), ...form, datasource: `${id}__${type}` }),
    },
  });
  return `/explore/?form_data_key=${encodeURIComponent(key)}&datasource_type=${type}&datasource_id=${id}`;
}

export interface ExistingDataset {
  readonly id: number;
  readonly table_name: string;
  readonly schema: string | null;
}

const offeredDatasets = 50;

/** Virtual datasets that a person owns, by a part of their name. */
export async function listOwnDatasets(
  api: Client,
  { userId, search }: { readonly userId: number; readonly search: string },
): Promise<readonly ExistingDataset[]> {
  const filters = [
    { col: 'owners', opr: 'rel_m_m', value: userId },
    { col: 'sql', opr: 'dataset_is_null_or_empty', value: false },
    ...(search.trim() ? [{ col: 'table_name', opr: 'ct', value: search.trim() }] : []),
  ];
  const q = {
    columns: ['id', 'table_name', 'schema'],
    filters,
    order_column: 'table_name',
    order_direction: 'asc',
    page: 0,
    page_size: offeredDatasets,
  };
  return (await api.callEndpoint(datasetEndpoints.list, { query: { q } })).result;
}
