/** What the address of the screen says. */
export interface ExploreAddress {
  readonly sliceId: number | null;
  readonly datasetId: number | null;
  readonly datasourceType: string;
  readonly formDataKey: string | null;
  /** Settings that the address itself carries, as links of older versions of the reference do. */
  readonly givenForm: Readonly<Record<string, unknown>>;
  readonly permalinkKey: string | null;
  readonly dashboardId: number | null;
  readonly vizType: string | null;
  readonly standalone: number | null;
  readonly isForced: boolean;
  /** Somebody comes to put a note on the chart. */
  readonly startsNoting: boolean;
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** What the path names: that of a permalink, and those of older versions of the reference. */
interface PathParts {
  readonly permalinkKey?: string | undefined;
  readonly sliceId?: string | undefined;
  readonly datasourceType?: string | undefined;
  readonly datasourceId?: string | undefined;
}

/** Reads `/explore/?slice_id=…`, `?datasource_type=table&datasource_id=…`, `?dataset_id=…`, `?form_data_key=…`, permalinks. */
export function readAddress(search: URLSearchParams, path: PathParts = {}): ExploreAddress {
  const { slice_id: slice, datasource, ...givenForm } = readGivenForm(search.get('form_data'));
  const [dataset, type] = splitDatasource(search.get('datasource') ?? textOf(datasource));
  return {
    sliceId: numberOf(search.get('slice_id') ?? path.sliceId ?? textOf(slice)),
    datasetId:
      numberOf(search.get('datasource_id') ?? path.datasourceId ?? null) ??
      numberOf(search.get('dataset_id')) ??
      dataset,
    datasourceType: search.get('datasource_type') ?? path.datasourceType ?? type ?? 'table',
    formDataKey: search.get('form_data_key'),
    givenForm,
    permalinkKey: path.permalinkKey ?? search.get('permalink_key'),
    dashboardId: numberOf(search.get('dashboard_id')),
    vizType: search.get('viz_type'),
    standalone: numberOf(search.get('standalone')),
    isForced: search.get('force') === 'true' || search.get('force') === '1',
    startsNoting: search.get('note') === 'true',
  };
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** What cannot be read is left out: the rest of the address may still name a chart. */
function readGivenForm(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const form: unknown = JSON.parse(text ?? '{}');
    return typeof form === 'object' && form !== null && !Array.isArray(form) ? { ...form } : {};
  } catch {
    return {};
  }
}

function splitDatasource(text: string | null): readonly [number | null, string | null] {
  const [, id, type] = /^(\d{1,15})__(\w+)$/.exec(text ?? '') ?? [];
  return [id ? Number(id) : null, type ?? null];
}

export function namesSomething(address: ExploreAddress): boolean {
  const { sliceId, datasetId, formDataKey, permalinkKey } = address;
  return sliceId !== null || datasetId !== null || formDataKey !== null || permalinkKey !== null;
}

/** The query that asks the server what to start from. */
export function toStartQuery(address: ExploreAddress): Readonly<Record<string, string | number | undefined>> {
  return {
    form_data_key: address.formDataKey ?? undefined,
    permalink_key: address.permalinkKey ?? undefined,
    slice_id: address.sliceId ?? undefined,
    datasource_id: address.datasetId ?? undefined,
    datasource_type: address.datasetId === null ? undefined : address.datasourceType,
  };
}

/** The address of the screen as it stands: the kept form's key, and the chart or dataset behind it. */
export function toSearch(parts: {
  readonly formDataKey: string | null;
  readonly sliceId: number | null;
  readonly datasetId: number;
  readonly datasourceType: string;
}): string {
  const search = new URLSearchParams();
  if (parts.formDataKey) search.set('form_data_key', parts.formDataKey);
  if (parts.sliceId !== null) search.set('slice_id', String(parts.sliceId));
  else {
    search.set('datasource_type', parts.datasourceType);
    search.set('datasource_id', String(parts.datasetId));
  }
  return search.toString();
}
