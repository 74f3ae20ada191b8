import { completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import { modernForm } from '@powerset/charts/older-types';
import { passwordMask, type QueryColumn, type QueryMetric, type QueryObject } from '@powerset/contract';
import { findDatabaseKind } from '../../../engines/index.ts';
import { type Document, isDocument, parseDocument } from '../../../metadata/index.ts';
import { type Asset, hasPlainPassword, tunnelSecrets } from './assets.ts';

export interface Finding {
  readonly file: string;
  readonly field: string;
  readonly kind:
    | 'broken column'
    | 'unknown metric'
    | 'unused filter'
    | 'dead chart'
    | 'missing chart'
    | 'missing dataset'
    | 'missing database'
    | 'broken SQL'
    | 'secret';
  readonly text: string;
}

/** What is broken in a folder's documents, by themselves: nothing is asked of a server or a database. */
export function validateAssets(assets: readonly Asset[]): readonly Finding[] {
  const known = new Map(assets.map((asset) => [asset.uuid, asset]));
  return assets.flatMap((asset) => {
    if (asset.kind === 'databases') return findSecrets(asset);
    if (asset.kind === 'datasets') return checkDataset(asset, known);
    if (asset.kind === 'themes') return [];
    return asset.kind === 'charts' ? checkChart(asset, known) : checkDashboard(asset, known);
  });
}

type Known = ReadonlyMap<string, Asset>;

const isSecret = (value: unknown) => typeof value === 'string' && value !== '' && value !== passwordMask;

function findSecrets({ file, value }: Asset): readonly Finding[] {
  const uri = String(value.sqlalchemy_uri ?? '');
  const tunnel = isDocument(value.ssh_tunnel) ? value.ssh_tunnel : {};
  const options = toDocument(value.masked_encrypted_extra) ?? {};
  const paths = findDatabaseKind(uri.split(/[+:]/)[0] ?? '')?.secretOptions ?? [];
  const open = [
    ...(hasPlainPassword(uri) ? ['sqlalchemy_uri'] : []),
    ...(['password', 'encrypted_extra'] as const).filter((name) => isSecret(value[name])),
    ...tunnelSecrets.filter((name) => isSecret(tunnel[name])).map((name) => `ssh_tunnel.${name}`),
    ...paths.filter((path) => isSecret(valueAt(options, path))).map((path) => `masked_encrypted_extra.${path}`),
  ];
  const text = 'A secret stands in the file; give it with --secrets.';
  return open.map((field) => ({ file, field, kind: 'secret', text }));
}

function valueAt(document: Document, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => (isDocument(value) ? value[name] : undefined), document);
}

function checkDataset({ file, value }: Asset, known: Known): readonly Finding[] {
  if (known.get(lower(value.database_uuid))?.kind === 'databases') return [];
  const text = `No file has the database ${value.database_uuid}.`;
  return [{ file, field: 'database_uuid', kind: 'missing database', text }];
}

interface Fields {
  readonly columns: ReadonlySet<string>;
  readonly metrics: ReadonlySet<string>;
  readonly name: string;
}

function fieldsOf({ value }: Asset): Fields {
  return {
    columns: new Set(namesIn(value.columns, 'column_name')),
    metrics: new Set(namesIn(value.metrics, 'metric_name')),
    name: String(value.table_name),
  };
}

function namesIn(list: unknown, name: string): readonly string[] {
  return Array.isArray(list) ? list.filter(isDocument).map((item) => String(item[name])) : [];
}

function checkChart({ file, value }: Asset, known: Known): readonly Finding[] {
  const dataset = known.get(lower(value.dataset_uuid));
  if (dataset?.kind !== 'datasets') {
    const text = value.dataset_uuid ? `No file has the dataset ${value.dataset_uuid}.` : 'The chart names no dataset.';
    return [{ file, field: 'dataset_uuid', kind: 'dead chart', text }];
  }
  const fields = fieldsOf(dataset);
  const params = toDocument(value.params) ?? {};
  const fromForm = queriesOfForm({ ...params, viz_type: String(value.viz_type) });
  const context = toDocument(value.query_context)?.queries;
  // Kept queries are written as queries are; what is not of their form is passed over below.
  const kept = (Array.isArray(context) ? context.filter(isDocument) : []) as readonly QueryObject[];
  const findings = [
    ...fromForm.flatMap((query) => checkQuery(query, fields, (name) => fieldNaming(params, name))),
    ...kept.flatMap((query, at) => checkQuery(query, fields, () => `query_context.queries.${at}`)),
  ].map((finding) => ({ file, ...finding }));
  return [
    ...new Map(findings.map((finding) => [`${finding.kind} ${finding.text}`, finding] as const).reverse()).values(),
  ].reverse();
}

function queriesOfForm(form: { readonly viz_type: string }): readonly QueryObject[] {
  const modern = modernForm(form);
  const definition = findChartDefinition(modern.viz_type);
  if (!definition) return [];
  try {
    return definition.toQueries(completeForm(definition, modern));
  } catch {
    // A form that is not finished asks nothing.
    return [];
  }
}

type Told = Omit<Finding, 'file'>;

function checkQuery(query: QueryObject, fields: Fields, fieldOf: (name: string) => string): readonly Told[] {
  const own = new Set((query.columns ?? []).flatMap((column) => (isNamed(column) ? [] : [column.label])));
  const labels = new Set((query.metrics ?? []).map((metric) => (typeof metric === 'string' ? metric : metric.label)));
  const orders = (query.orderby ?? []).map(([item]) => item);
  const columns = [
    ...(query.columns ?? []).flatMap(columnName),
    ...(query.series_columns ?? []).flatMap(columnName).filter((name) => !own.has(name)),
    ...(query.filters ?? []).flatMap(({ col }) => columnName(col)),
    ...(query.granularity ? [query.granularity] : []),
    ...[...(query.metrics ?? []), ...orders].flatMap(columnOfMetric),
  ];
  const metrics = (query.metrics ?? []).flatMap((metric) => (typeof metric === 'string' ? [metric] : []));
  const ordered = orders.flatMap((item) =>
    typeof item === 'string' && !labels.has(item) && !own.has(item) ? [item] : [],
  );
  const lost = [
    ...metrics.filter((name) => !fields.metrics.has(name)),
    ...ordered.filter((name) => !fields.metrics.has(name) && !fields.columns.has(name)),
  ];
  return [
    ...[...new Set(columns)]
      .filter((name) => !fields.columns.has(name))
      .map((name) => ({
        field: fieldOf(name),
        kind: 'broken column' as const,
        text: `The dataset ${fields.name} has no column "${name}".`,
      })),
    ...[...new Set(lost)].map((name) => ({
      field: fieldOf(name),
      kind: 'unknown metric' as const,
      text: `The dataset ${fields.name} has no metric "${name}".`,
    })),
  ];
}

function isNamed(column: QueryColumn): column is string {
  return typeof column === 'string';
}

/** A column by its name, also where a grain is laid over it; expressions name none. */
function columnName(column: QueryColumn): readonly string[] {
  if (isNamed(column)) return [column];
  const isReference = 'isColumnReference' in column && column.isColumnReference === true;
  return isReference && typeof column.sqlExpression === 'string' ? [column.sqlExpression] : [];
}

function columnOfMetric(metric: QueryMetric): readonly string[] {
  if (typeof metric === 'string' || metric.expressionType !== 'SIMPLE') return [];
  return metric.column ? [metric.column.column_name] : [];
}

/** The setting of a form in which a name stands. */
function fieldNaming(params: Document, name: string): string {
  const found = Object.entries(params).find(([, value]) => holdsName(value, name));
  return found ? `params.${found[0]}` : 'params';
}

function holdsName(value: unknown, name: string): boolean {
  if (value === name) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => holdsName(item, name));
}

function checkDashboard({ file, value }: Asset, known: Known): readonly Finding[] {
  const position = toDocument(value.position) ?? {};
  const missing = Object.entries(position).flatMap(([key, node]): readonly Finding[] => {
    if (!isDocument(node) || node.type !== 'CHART') return [];
    const uuid = isDocument(node.meta) ? lower(node.meta.uuid) : '';
    if (known.get(uuid)?.kind === 'charts') return [];
    const text = uuid ? `No file has the chart ${uuid}.` : 'The layout names no chart here.';
    return [{ file, field: `position.${key}.meta.uuid`, kind: 'missing chart', text }];
  });
  const filters = toDocument(value.metadata)?.native_filter_configuration;
  if (!Array.isArray(filters)) return missing;
  const found = filters.flatMap((filter, at) =>
    isDocument(filter) && filter.type !== 'DIVIDER' ? checkFilter({ filter, at, position, known }) : [],
  );
  return [...missing, ...found.map((finding) => ({ file, ...finding }))];
}

interface FilterPlace {
  readonly filter: Document;
  readonly at: number;
  readonly position: Document;
  readonly known: Known;
}

function checkFilter({ filter, at, position, known }: FilterPlace): readonly Told[] {
  const field = `metadata.native_filter_configuration.${at}`;
  const name = String(filter.name ?? filter.id);
  const targets = Array.isArray(filter.targets) ? filter.targets.filter(isDocument) : [];
  const broken = targets.flatMap((target, place): readonly Told[] => {
    const { datasetUuid, column } = target;
    if (typeof datasetUuid !== 'string') return [];
    const dataset = known.get(lower(datasetUuid));
    const where = `${field}.targets.${place}`;
    if (dataset?.kind !== 'datasets')
      return [
        {
          field: `${where}.datasetUuid`,
          kind: 'missing dataset',
          text: `No file has the dataset ${datasetUuid}, which the filter "${name}" asks.`,
        },
      ];
    const asked = isDocument(column) ? column.name : undefined;
    const { columns, name: table } = fieldsOf(dataset);
    if (typeof asked !== 'string' || columns.has(asked)) return [];
    return [
      {
        field: `${where}.column`,
        kind: 'broken column',
        text: `The dataset ${table} has no column "${asked}", which the filter "${name}" asks.`,
      },
    ];
  });
  if (countInScope(filter, position, known) > 0) return broken;
  return [
    ...broken,
    { field: `${field}.scope`, kind: 'unused filter', text: `No chart is in the scope of the filter "${name}".` },
  ];
}

function countInScope({ scope }: Document, position: Document, known: Known): number {
  const { rootPath, excluded } = isDocument(scope) ? scope : {};
  const roots = Array.isArray(rootPath) ? rootPath.map(String) : ['ROOT_ID'];
  const out = new Set<unknown>(Array.isArray(excluded) ? excluded : []);
  return Object.values(position).filter((node) => {
    if (!isDocument(node) || node.type !== 'CHART' || !isDocument(node.meta)) return false;
    const above = Array.isArray(node.parents) ? node.parents.map(String) : [];
    const isBelow = roots.includes('ROOT_ID') || roots.some((root) => above.includes(root));
    return isBelow && !out.has(node.meta.chartId) && known.get(lower(node.meta.uuid))?.kind === 'charts';
  }).length;
}

function toDocument(value: unknown): Document | undefined {
  if (typeof value === 'string') return parseDocument(value) ?? undefined;
  return isDocument(value) ? value : undefined;
}

function lower(value: unknown): string {
  return String(value ?? '').toLowerCase();
}
