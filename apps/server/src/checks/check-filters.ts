import { type Document, isDocument } from '../metadata/index.ts';
import { type CheckedFields, type Fault, toFault } from './faults.ts';

export interface FilterSurroundings {
  /** The dashboard's layout. */
  readonly position: Document;
  /** Which charts there are, by what a layout says of one. */
  readonly isChart: (meta: Document) => boolean;
  /** What the dataset of a filter's target has; null where that is not known, or where none is named. */
  readonly fieldsOf: (target: Document) => CheckedFields | 'missing' | null;
}

/** What a dashboard's filters ask that is not there, and which of them reach no chart. */
export function checkFilters(metadata: Document | undefined, around: FilterSurroundings): readonly Fault[] {
  const filters = metadata?.native_filter_configuration;
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter, at) =>
    isDocument(filter) && filter.type !== 'DIVIDER' ? checkFilter(filter, at, around) : [],
  );
}

function checkFilter(filter: Document, at: number, around: FilterSurroundings): readonly Fault[] {
  const field = `metadata.native_filter_configuration.${at}`;
  const name = String(filter.name ?? filter.id);
  const targets = Array.isArray(filter.targets) ? filter.targets.filter(isDocument) : [];
  const broken = targets.flatMap((target, place): readonly Fault[] => {
    const where = `${field}.targets.${place}`;
    const fields = around.fieldsOf(target);
    if (fields === null) return [];
    if (fields === 'missing')
      return [toFault('missing dataset', { field: `${where}.datasetUuid`, name: uuidOf(target), filter: name })];
    const asked = isDocument(target.column) ? target.column.name : undefined;
    if (typeof asked !== 'string' || fields.columns.has(asked)) return [];
    return [toFault('broken column', { field: `${where}.column`, name: asked, dataset: fields.name, filter: name })];
  });
  if (reachesChart(filter, around)) return broken;
  return [...broken, toFault('unused filter', { field: `${field}.scope`, name })];
}

const uuidOf = ({ datasetUuid }: Document) => (typeof datasetUuid === 'string' ? datasetUuid : null);

function reachesChart({ scope }: Document, { position, isChart }: FilterSurroundings): boolean {
  const { rootPath, excluded } = isDocument(scope) ? scope : {};
  const roots = Array.isArray(rootPath) ? rootPath.map(String) : ['ROOT_ID'];
  const out = new Set<unknown>(Array.isArray(excluded) ? excluded : []);
  return Object.values(position).some((node) => {
    if (!isDocument(node) || node.type !== 'CHART' || !isDocument(node.meta)) return false;
    const above = Array.isArray(node.parents) ? node.parents.map(String) : [];
    const isBelow = roots.includes('ROOT_ID') || roots.some((root) => above.includes(root));
    return isBelow && !out.has(node.meta.chartId) && isChart(node.meta);
  });
}
