import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { serialize } from 'node:v8';
import type { ChartDataRequest, ChartTableResult, WireTable } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import type { Dataset } from '../../catalog/index.ts';
import { commandError } from '../../http/index.ts';
import type { Services } from '../../services.ts';
import { othersTurn } from '../../turns/index.ts';
import { type Collected, collect } from './collect.ts';
import { toFileName } from './file-names.ts';
import { toChartFile, toDashboardFile, toDatasetFile } from './present.ts';

/** Runs queries under the rules of whoever asks; the chart pipeline, as it is handed in. */
export interface RowReader {
  run(run: {
    readonly user: User;
    readonly request: ChartDataRequest;
    readonly signal: AbortSignal;
  }): Promise<readonly ChartTableResult[]>;
}

export interface ExampleRequest {
  readonly user: User;
  readonly signal: AbortSignal;
  readonly id: number;
  readonly hasRows: boolean;
  /** Rows of each dataset at most. */
  readonly rows: number;
}

interface ExampleServices {
  readonly services: Services;
  readonly answers: RowReader;
}

/** The database into which the reference loads its examples has this uuid everywhere. */
const examplesUuid = 'a2dc77af-e654-49bb-b321-40f6b559a1ee';
const mostBytes = 50 * 1024 * 1024;
const mostDatasets = 50;
/** Of one dataset: of a wide one fewer rows come, since values are taken out one by one while others wait. */
const mostValues = 200_000;

/** A dashboard as the reference keeps its examples: documents without their databases, and the rows that they are about. */
export async function exportExample(deps: ExampleServices, request: ExampleRequest) {
  const { services } = deps;
  const collected = await collect(services, { user: request.user, kind: 'dashboard', ids: [request.id] });
  const [dashboard] = collected.dashboards;
  const title = dashboard?.row.slug ?? dashboard?.row.dashboard_title ?? '';
  const files = new Map<string, Uint8Array>();
  const documents = new Map<string, Uint8Array>();
  for (const one of namedDatasets(collected)) {
    // What a virtual dataset is asked from is the tables of the others.
    const bytes = request.hasRows && !one.dataset.row.sql ? await readRows(deps, request, one.dataset) : null;
    if (bytes) files.set(one.data, bytes);
    if ([...files.values()].reduce((sum, file) => sum + file.length, 0) > mostBytes) throw commandError(tooLarge);
    documents.set(one.document, serialize(toExampleDataset(one.dataset, bytes ? one.data : null)));
    await othersTurn();
  }
  for (const [name, value] of otherDocuments(collected)) {
    documents.set(name, serialize(value));
    await othersTurn();
  }
  const bytes = await services.textWork.packArchive({ root: '', documents, files, at: services.now() });
  return { fileName: `${toFileName(title) || request.id}_example.zip`, bytes };
}

const tooLarge =
  'The rows make more than 50 MB: ask for fewer of each dataset with sample_rows, or for none with export_data=false.';

interface NamedDataset {
  readonly dataset: Dataset;
  readonly document: string;
  readonly data: string;
}

/** One dataset lies at the top, several lie in folders. */
function namedDatasets({ datasets }: Collected): readonly NamedDataset[] {
  if (datasets.length > mostDatasets) throw commandError(`The dashboard stands on more than ${mostDatasets} datasets.`);
  const [only] = datasets;
  if (only && datasets.length === 1) return [{ dataset: only, document: 'dataset.yaml', data: 'data.parquet' }];
  const name = uniqueNames();
  return datasets.map((dataset) => {
    const own = name(dataset.row.table_name, dataset.row.id);
    return { dataset, document: `datasets/${own}.yaml`, data: `data/${own}.parquet` };
  });
}

function* otherDocuments({ datasets, charts, dashboards }: Collected): Generator<readonly [string, unknown]> {
  const datasetUuids = new Map(datasets.map(({ row }) => [row.id, row.uuid]));
  const placed = charts.map(({ row }) => ({ id: row.id, uuid: row.uuid, name: row.slice_name }));
  const name = uniqueNames();
  for (const chart of charts)
    yield [
      `charts/${name(chart.row.slice_name, chart.row.id)}.yaml`,
      toChartFile(chart, datasetUuids.get(chart.row.datasource_id ?? -1) ?? null),
    ];
  for (const dashboard of dashboards)
    yield ['dashboard.yaml', toDashboardFile(dashboard, { charts: placed, datasetUuids, themeUuids: new Map() })];
}

function uniqueNames() {
  const taken = new Set<string>();
  return (text: string, id: number) => {
    const plain = toFileName(text) || String(id);
    const name = taken.has(plain.toLowerCase()) ? `${plain}_${id}` : plain;
    taken.add(name.toLowerCase());
    return name;
  };
}

function toExampleDataset(dataset: Dataset, file: string | null) {
  const data_file = file?.split('/').at(-1) ?? null;
  return { ...toDatasetFile(dataset), schema: null, database_uuid: examplesUuid, data_file };
}

/** The rows that the person sees, as a file of the engine's own. */
async function readRows({ services, answers }: ExampleServices, request: ExampleRequest, { row, columns }: Dataset) {
  const { user, signal, rows } = request;
  const most = Math.max(1, Math.floor(mostValues / Math.max(1, columns.length)));
  const query = { result_type: 'samples', row_limit: Math.min(rows, most) } as const;
  const asked: ChartDataRequest = { datasource: { id: row.id, type: 'table' }, queries: [query] };
  const [answer] = await answers.run({ user, signal, request: asked });
  if (!answer) return null;
  const { results } = services.engines;
  const key = randomUUID();
  try {
    await results.keepTable(key, await toExact(answer.table));
    const file = await results.exportResult({ resultId: key, format: 'parquet' });
    try {
      if (file.bytes > mostBytes) throw commandError(tooLarge);
      return new Uint8Array(await readFile(file.path));
    } finally {
      await file.remove();
    }
  } finally {
    await results.deleteResult(key);
  }
}

type WireColumn = WireTable['columns'][number];

/** So many times are written in a few milliseconds. */
const timesAtOnce = 5000;

/** Times are written as texts, which the engine reads as times. */
async function toExact({ columns, rowCount }: WireTable) {
  const exact: WireColumn[] = [];
  for (const column of columns) exact.push(column.type === 'temporal' ? await withTexts(column) : column);
  return { rowCount, columns: exact };
}

async function withTexts(column: WireColumn): Promise<WireColumn> {
  const values: WireColumn['values'][number][] = [];
  for (let start = 0; start < column.values.length; start += timesAtOnce) {
    for (const value of column.values.slice(start, start + timesAtOnce))
      values.push(typeof value === 'number' ? new Date(value).toISOString().replace('Z', '') : value);
    await othersTurn();
  }
  return { ...column, values };
}
