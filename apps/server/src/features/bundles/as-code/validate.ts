import { passwordMask } from '@powerset/contract';
import { type CheckedFields, checkChart, checkFilters, type Fault, readObject } from '../../../checks/index.ts';
import { findDatabaseKind } from '../../../engines/index.ts';
import { type Document, isDocument } from '../../../metadata/index.ts';
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
    return asset.kind === 'charts' ? checkChartFile(asset, known) : checkDashboard(asset, known);
  });
}

type Known = ReadonlyMap<string, Asset>;

const isSecret = (value: unknown) => typeof value === 'string' && value !== '' && value !== passwordMask;

function findSecrets({ file, value }: Asset): readonly Finding[] {
  const uri = String(value.sqlalchemy_uri ?? '');
  const tunnel = isDocument(value.ssh_tunnel) ? value.ssh_tunnel : {};
  const options = readObject(value.masked_encrypted_extra) ?? {};
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

function fieldsOf({ value }: Asset): CheckedFields {
  return {
    columns: new Set(namesIn(value.columns, 'column_name')),
    metrics: new Set(namesIn(value.metrics, 'metric_name')),
    name: String(value.table_name),
  };
}

function namesIn(list: unknown, name: string): readonly string[] {
  return Array.isArray(list) ? list.filter(isDocument).map((item) => String(item[name])) : [];
}

function checkChartFile({ file, value }: Asset, known: Known): readonly Finding[] {
  const dataset = known.get(lower(value.dataset_uuid));
  if (dataset?.kind !== 'datasets') {
    const text = value.dataset_uuid ? `No file has the dataset ${value.dataset_uuid}.` : 'The chart names no dataset.';
    return [{ file, field: 'dataset_uuid', kind: 'dead chart', text }];
  }
  const { viz_type, params, query_context } = value;
  return checkChart({ viz_type, params, query_context }, fieldsOf(dataset)).map((fault) => toFinding(file, fault));
}

function toFinding(file: string, { kind, field, name, dataset, filter }: Fault): Finding {
  const asked = filter === null ? '' : `, which the filter "${filter}" asks`;
  const texts = {
    'broken column': `The dataset ${dataset} has no column "${name}"${asked}.`,
    'unknown metric': `The dataset ${dataset} has no metric "${name}".`,
    'unused filter': `No chart is in the scope of the filter "${name}".`,
    'missing dataset': `No file has the dataset${name === null ? '' : ` ${name}`}${asked}.`,
  };
  return { file, field, kind, text: texts[kind] };
}

function checkDashboard({ file, value }: Asset, known: Known): readonly Finding[] {
  const position = readObject(value.position) ?? {};
  const missing = Object.entries(position).flatMap(([key, node]): readonly Finding[] => {
    if (!isDocument(node) || node.type !== 'CHART') return [];
    const uuid = isDocument(node.meta) ? lower(node.meta.uuid) : '';
    if (known.get(uuid)?.kind === 'charts') return [];
    const text = uuid ? `No file has the chart ${uuid}.` : 'The layout names no chart here.';
    return [{ file, field: `position.${key}.meta.uuid`, kind: 'missing chart', text }];
  });
  const faults = checkFilters(readObject(value.metadata), {
    position,
    isChart: (meta) => known.get(lower(meta.uuid))?.kind === 'charts',
    fieldsOf: ({ datasetUuid }) => {
      if (typeof datasetUuid !== 'string') return null;
      const dataset = known.get(lower(datasetUuid));
      return dataset?.kind === 'datasets' ? fieldsOf(dataset) : 'missing';
    },
  });
  return [...missing, ...faults.map((fault) => toFinding(file, fault))];
}

function lower(value: unknown): string {
  return String(value ?? '').toLowerCase();
}
