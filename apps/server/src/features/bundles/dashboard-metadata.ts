import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';

/** Every dataset that a dashboard's filters ask for their values. */
export function filterDatasetIdsOf(metadata: Document): readonly number[] {
  return targetsOf(metadata).flatMap(({ datasetId }) => (typeof datasetId === 'number' ? [datasetId] : []));
}

export function filterDatasetUuidsOf(metadata: Document): readonly string[] {
  return targetsOf(metadata).flatMap(({ datasetUuid }) =>
    typeof datasetUuid === 'string' ? [datasetUuid.toLowerCase()] : [],
  );
}

function targetsOf(metadata: Document): readonly Document[] {
  const filters = metadata.native_filter_configuration;
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter) =>
    isDocument(filter) && Array.isArray(filter.targets) ? filter.targets.filter(isDocument) : [],
  );
}

/** For a file: filters name their datasets by uuid instead of by number. */
export function toFileMetadata(metadata: Document, uuids: ReadonlyMap<number, string>): Document {
  return mapFilterTargets(metadata, ({ datasetId, ...target }) => {
    const uuid = uuids.get(Number(datasetId));
    return uuid ? { datasetUuid: uuid, ...target } : target;
  });
}

interface LocalNumbers {
  readonly datasets: ReadonlyMap<string, number>;
  /** From the number of a chart where the file was made to its number here. */
  readonly charts: ReadonlyMap<number, number>;
}

/** From a file: datasets and charts by the numbers they have here; numbers of charts that are not here are left out. */
export function toLocalMetadata(metadata: Document, { datasets, charts }: LocalNumbers): Document {
  const { positions: _places, show_native_filters: _flag, ...kept } = metadata;
  const targeted = mapFilterTargets(kept, ({ datasetUuid, datasetId: _foreign, ...target }) => {
    const id = typeof datasetUuid === 'string' ? datasets.get(datasetUuid.toLowerCase()) : undefined;
    return id === undefined ? target : { datasetId: id, ...target };
  });
  return mapChartNumbers(targeted, charts);
}

/** Every place from which a filter takes its values, as it is changed. */
export function mapFilterTargets(metadata: Document, change: (target: Document) => Document): Document {
  const filters = metadata.native_filter_configuration;
  if (!Array.isArray(filters)) return metadata;
  const changed = filters.map((filter: unknown) =>
    isDocument(filter) && Array.isArray(filter.targets)
      ? { ...filter, targets: filter.targets.map((target) => (isDocument(target) ? change(target) : target)) }
      : filter,
  );
  return { ...metadata, native_filter_configuration: changed };
}

type Numbers = ReadonlyMap<number, number>;

const listKeys = new Set(['excluded', 'chartsInScope', 'immune', 'timed_refresh_immune_slices', 'filter_boxes']);
const keyedByChart = ['expanded_slices', 'filter_scopes'] as const;

/** Every number of a chart as the map calls it; those that it does not know are left out. */
export function mapChartNumbers(metadata: Document, charts: Numbers): Document {
  // Records stay records.
  const listed = mapLists(metadata, charts) as Document;
  const keyed = keyedByChart.flatMap((name) => {
    const value = listed[name];
    return isDocument(value) ? [[name, mapKeys(value, charts)] as const] : [];
  });
  const { chart_configuration: configuration } = listed;
  const defaults = typeof listed.default_filters === 'string' ? parseDocument(listed.default_filters) : undefined;
  return {
    ...listed,
    ...Object.fromEntries(keyed),
    ...(isDocument(configuration) ? { chart_configuration: mapConfiguration(configuration, charts) } : {}),
    ...(defaults ? { default_filters: JSON.stringify(mapKeys(defaults, charts)) } : {}),
  };
}

/** Lists of chart numbers stand under these names at any depth. */
function mapLists(value: unknown, charts: Numbers): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLists(item, charts));
  if (!isDocument(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      listKeys.has(key) && Array.isArray(item) ? mapNumbers(item, charts) : mapLists(item, charts),
    ]),
  );
}

function mapNumbers(list: readonly unknown[], charts: Numbers): readonly unknown[] {
  return list.flatMap((item) => {
    if (typeof item !== 'number') return [item];
    const id = charts.get(item);
    return id === undefined ? [] : [id];
  });
}

function mapKeys(value: Document, charts: Numbers): Document {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const id = charts.get(Number(key));
      return id === undefined ? [] : [[String(id), item] as const];
    }),
  );
}

/** Its entries hold their chart's number too; in the other maps `id` is a column of that name. */
function mapConfiguration(configuration: Document, charts: Numbers): Document {
  return Object.fromEntries(
    Object.entries(mapKeys(configuration, charts)).map(([key, item]) => [
      key,
      isDocument(item) && 'id' in item ? { ...item, id: Number(key) } : item,
    ]),
  );
}
