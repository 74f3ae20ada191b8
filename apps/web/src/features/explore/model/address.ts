/** What the address of the screen says. */
export interface ExploreAddress {
  readonly sliceId: number | null;
  readonly datasetId: number | null;
  readonly datasourceType: string;
  readonly formDataKey: string | null;
  readonly permalinkKey: string | null;
  readonly dashboardId: number | null;
  readonly vizType: string | null;
  readonly standalone: number | null;
  readonly isForced: boolean;
}

const numberOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** Reads `/explore/?slice_id=…`, `?datasource_type=table&datasource_id=…`, `?dataset_id=…`, `?form_data_key=…`, permalinks. */
export function readAddress(search: URLSearchParams, permalinkKey: string | null = null): ExploreAddress {
  const [dataset, type] = splitDatasource(search.get('datasource'));
  return {
    sliceId: numberOf(search.get('slice_id')),
    datasetId: numberOf(search.get('datasource_id')) ?? numberOf(search.get('dataset_id')) ?? dataset,
    datasourceType: search.get('datasource_type') ?? type ?? 'table',
    formDataKey: search.get('form_data_key'),
    permalinkKey: permalinkKey ?? search.get('permalink_key'),
    dashboardId: numberOf(search.get('dashboard_id')),
    vizType: search.get('viz_type'),
    standalone: numberOf(search.get('standalone')),
    isForced: search.get('force') === 'true' || search.get('force') === '1',
  };
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
