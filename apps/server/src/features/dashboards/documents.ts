import { DashboardMetadata } from '@powerset/contract/schemas';
import { AppError, compileReader, fieldError } from '../../http/index.ts';
import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';

/** A chart's place in a layout. */
export interface PlacedChart {
  readonly nodeId: string;
  readonly chartId: number;
  readonly name: string;
}

const readMetadataShape = compileReader(DashboardMetadata, 'json');

/** Reads `json_metadata` text that a client sent: an object with known keys of the right types. */
export function readMetadata(text: string): DashboardMetadata {
  const value = parseDocument(text);
  if (!value) throw fieldError({ json_metadata: ['JSON not valid'] }, 400);
  // Old dashboards carry it; it means nothing any more.
  const { show_native_filters: _dropped, ...rest } = value;
  try {
    return readMetadataShape(rest) as DashboardMetadata;
  } catch (error) {
    if (!(error instanceof AppError) || !error.options.fields) throw error;
    const texts = Object.entries(error.options.fields).map(([key, problems]) => `${key}: ${problems.join(' ')}`);
    throw fieldError({ json_metadata: texts }, 400);
  }
}

/** Reads `position_json` text that a client sent: an object; what is in it is the client's to mend. */
export function readPositions(text: string): Document {
  const value = parseDocument(text);
  if (!value) throw fieldError({ position_json: ['JSON not valid'] }, 400);
  return value;
}

/** Every chart that a layout places; nodes that make no sense are passed over. */
export function placedCharts(positions: Document | undefined): readonly PlacedChart[] {
  return Object.entries(positions ?? {}).flatMap(([nodeId, node]) => {
    if (!isDocument(node) || node.type !== 'CHART' || !isDocument(node.meta)) return [];
    const { chartId, sliceName } = node.meta;
    if (typeof chartId !== 'number' || !Number.isInteger(chartId)) return [];
    return [{ nodeId, chartId, name: typeof sliceName === 'string' ? sliceName : '' }];
  });
}

/** The layout with each chart's lasting identity beside its number, as export files need it. */
export function withChartUuids(positions: Document, uuids: ReadonlyMap<number, string>): Document {
  return Object.fromEntries(
    Object.entries(positions).map(([nodeId, node]) => {
      if (!isDocument(node) || node.type !== 'CHART' || !isDocument(node.meta)) return [nodeId, node];
      const uuid = uuids.get(Number(node.meta.chartId));
      return [nodeId, uuid ? { ...node, meta: { ...node.meta, uuid } } : node];
    }),
  );
}

/** The layout on other charts: copies instead of the originals. */
export function withOtherCharts(positions: Document, copies: ReadonlyMap<number, number>): Document {
  return Object.fromEntries(
    Object.entries(positions).map(([nodeId, node]) => {
      if (!isDocument(node) || node.type !== 'CHART' || !isDocument(node.meta)) return [nodeId, node];
      const copy = copies.get(Number(node.meta.chartId));
      return [nodeId, copy === undefined ? node : { ...node, meta: { ...node.meta, chartId: copy } }];
    }),
  );
}

/** Metadata on other charts: every place that names a chart by its number. */
export function withOtherChartsInMetadata(
  metadata: DashboardMetadata,
  copies: ReadonlyMap<number, number>,
): DashboardMetadata {
  const swap = (id: unknown) => (typeof id === 'number' ? (copies.get(id) ?? id) : id);
  const swapKeys = (value: Document) =>
    Object.fromEntries(Object.entries(value).map(([key, entry]) => [String(swap(toNumber(key)) ?? key), entry]));
  const changed = mapScopes(metadata, swap) as DashboardMetadata;
  const { chart_configuration: configuration, expanded_slices: expanded, filter_scopes: scopes } = changed;
  const immune = changed.timed_refresh_immune_slices;
  const defaults = parseDocument(changed.default_filters);
  return {
    ...changed,
    ...(configuration ? { chart_configuration: swapChartIds(swapKeys(configuration), swap) } : {}),
    ...(expanded ? { expanded_slices: swapKeys(expanded) } : {}),
    ...(scopes ? { filter_scopes: swapKeys(scopes) } : {}),
    ...(defaults ? { default_filters: JSON.stringify(swapKeys(defaults)) } : {}),
    // Numbers stay numbers under `swap`.
    ...(immune ? { timed_refresh_immune_slices: immune.map((id) => swap(id) as number) } : {}),
  };
}

function swapChartIds(configuration: Document, swap: (id: unknown) => unknown): Document {
  return Object.fromEntries(
    Object.entries(configuration).map(([key, entry]) => [
      key,
      isDocument(entry) && 'id' in entry ? { ...entry, id: swap(entry.id) } : entry,
    ]),
  );
}

const scopeKeys = new Set(['excluded', 'chartsInScope', 'immune', 'filter_boxes']);

/** Lists of chart numbers stand under these names at any depth. */
function mapScopes(value: unknown, swap: (id: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => mapScopes(item, swap));
  if (!isDocument(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      scopeKeys.has(key) && Array.isArray(item) ? item.map(swap) : mapScopes(item, swap),
    ]),
  );
}

function toNumber(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text;
}
