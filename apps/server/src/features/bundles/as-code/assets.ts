import { embeddedDatabase } from '../../../engines/index.ts';
import { type Document, isDocument, parseDocument } from '../../../metadata/index.ts';
import { mapChartNumbers } from '../dashboard-metadata.ts';
import { toFileName } from '../file-names.ts';
import { chartNumbersOf, toLocalLayout } from '../layouts.ts';

export const assetKinds = ['databases', 'datasets', 'charts', 'themes', 'dashboards'] as const;
export type AssetKind = (typeof assetKinds)[number];

export interface Asset {
  readonly kind: AssetKind;
  readonly file: string;
  readonly uuid: string;
  readonly value: Document;
}

/** Each installation has an embedded database of its own; in files they are one. */
const embeddedUuid = '00000000-0000-4000-8000-00000000d0c5';

/** Documents without what differs between servers that hold the same: numbers, the order of keys, the embedded database's uuid. */
export function toCanonical(assets: readonly Asset[]): readonly Asset[] {
  const embedded = new Set(assets.filter(isEmbedded).map(({ uuid }) => uuid));
  const uuidOf = (uuid: string) => (embedded.has(uuid) ? embeddedUuid : uuid);
  return assets.map((asset) => {
    const uuid = uuidOf(asset.uuid);
    return { ...asset, uuid, value: { ...toCanonicalValue(asset, uuidOf), uuid } };
  });
}

function isEmbedded({ kind, value }: Asset): boolean {
  return kind === 'databases' && String(value.sqlalchemy_uri).trim() === embeddedDatabase.uri;
}

function toCanonicalValue({ kind, value }: Asset, uuidOf: (uuid: string) => string): Document {
  if (kind === 'databases') return withoutSecrets(value);
  if (kind === 'themes') return { ...value, json_data: withSortedKeys(parsed(value.json_data)) };
  if (kind === 'datasets') return { ...value, database_uuid: uuidOf(String(value.database_uuid).toLowerCase()) };
  return kind === 'charts' ? toCanonicalChart(value) : toCanonicalDashboard(value);
}

const parsed = (value: unknown) => (typeof value === 'string' ? (parseDocument(value) ?? value) : value);

const secretFields = ['password', 'encrypted_extra'] as const;
export const tunnelSecrets = ['password', 'private_key', 'private_key_password'] as const;

function withoutSecrets(value: Document): Document {
  const { ssh_tunnel: tunnel, masked_encrypted_extra: masked } = value;
  const options = typeof masked === 'string' ? parseDocument(masked) : masked;
  const kept = Object.entries(value).filter(([name]) => !secretFields.some((secret) => secret === name));
  const shown = isDocument(tunnel)
    ? Object.entries(tunnel).filter(([name]) => !tunnelSecrets.some((secret) => secret === name))
    : undefined;
  return {
    ...Object.fromEntries(kept),
    ...(shown ? { ssh_tunnel: Object.fromEntries(shown) } : {}),
    ...(isDocument(options) ? { masked_encrypted_extra: JSON.stringify(withSortedKeys(options)) } : {}),
    ...(typeof value.sqlalchemy_uri === 'string' ? { sqlalchemy_uri: withMaskedPassword(value.sqlalchemy_uri) } : {}),
  };
}

function withMaskedPassword(uri: string): string {
  return uri.replace(/^([^:/]+:\/\/[^:/@]*):[^@]*@/, '$1:XXXXXXXXXX@');
}

/** Whether a connection's address holds a password in the clear. */
export function hasPlainPassword(uri: string): boolean {
  return withMaskedPassword(uri) !== uri;
}

function toCanonicalChart(value: Document): Document {
  const params = typeof value.params === 'string' ? parseDocument(value.params) : value.params;
  const context = typeof value.query_context === 'string' ? parseDocument(value.query_context) : value.query_context;
  return {
    ...value,
    ...(isDocument(params) ? { params: withSortedKeys(withoutNumbers(params)) } : {}),
    ...(isDocument(context) ? { query_context: JSON.stringify(withSortedKeys(toPlaceless(context))) } : {}),
  };
}

function withoutNumbers(params: Document): Document {
  return {
    ...params,
    ...('datasource' in params ? { datasource: '0__table' } : {}),
    ...('slice_id' in params ? { slice_id: 0 } : {}),
  };
}

function toPlaceless(context: Document): Document {
  const { form_data: form } = context;
  return {
    ...context,
    datasource: { id: 0, type: 'table' },
    ...(isDocument(form) ? { form_data: withoutNumbers(form) } : {}),
  };
}

function toCanonicalDashboard(value: Document): Document {
  const position = isDocument(value.position) ? value.position : {};
  const {
    positions: _places,
    show_native_filters: _flag,
    ...metadata
  } = isDocument(value.metadata) ? value.metadata : {};
  const numbers = chartNumbersOf(position);
  const lasting = toLastingNumbers([...new Set(numbers.values())]);
  const renumbered = new Map([...numbers].map(([number, uuid]) => [number, lasting.get(uuid) ?? 0]));
  return {
    ...value,
    position: withSortedKeys(toLocalLayout(position, lasting)),
    metadata: withSortedKeys(mapChartNumbers(metadata, renumbered)),
  };
}

/** A number for each chart of a dashboard that follows from its uuid, so that no file changes with another. */
function toLastingNumbers(uuids: readonly string[]): ReadonlyMap<string, number> {
  const taken = new Set<number>();
  const numberOf = (uuid: string) => {
    let number = Number.parseInt(uuid.slice(-7), 16) + 1;
    while (taken.has(number)) number += 1;
    taken.add(number);
    return number;
  };
  return new Map([...uuids].sort().map((uuid) => [uuid, numberOf(uuid)]));
}

export function withSortedKeys<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withSortedKeys) as T;
  if (!isDocument(value)) return value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return Object.fromEntries(sorted.map(([key, item]) => [key, withSortedKeys(item)])) as T;
}

export function titleOf({ kind, value, uuid }: Pick<Asset, 'kind' | 'value' | 'uuid'>): string {
  const names = {
    databases: 'database_name',
    datasets: 'table_name',
    charts: 'slice_name',
    dashboards: 'dashboard_title',
    themes: 'theme_name',
  };
  return String(value[names[kind]] ?? '') || uuid;
}

/** Names by title; the files of `before` keep theirs, and equal names get the beginning of their uuid. */
export function withFileNames(assets: readonly Asset[], before: readonly Asset[]): readonly Asset[] {
  const kept = new Map(before.map(({ uuid, file }) => [uuid, file]));
  const taken = new Set(before.map(({ file }) => file.toLowerCase()));
  const databases = new Map(
    assets.filter(({ kind }) => kind === 'databases').map((asset) => [asset.uuid, nameOf(asset)]),
  );
  const pathOf = (asset: Asset) => {
    const database = databases.get(String(asset.value.database_uuid)) ?? 'database';
    return `${asset.kind}/${asset.kind === 'datasets' ? `${database}/` : ''}${nameOf(asset)}`;
  };
  const counts = new Map<string, number>();
  for (const asset of assets) {
    const path = pathOf(asset).toLowerCase();
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const named = assets.map((asset) => {
    const path = pathOf(asset);
    const isShared = (counts.get(path.toLowerCase()) ?? 0) > 1 || taken.has(`${path}.yaml`.toLowerCase());
    return { ...asset, file: kept.get(asset.uuid) ?? `${path}${isShared ? `_${asset.uuid}` : ''}.yaml` };
  });
  return named.sort((a, b) => order(a) - order(b) || (a.file < b.file ? -1 : 1));
}

function nameOf(asset: Asset): string {
  return toFileName(titleOf(asset)) || asset.uuid;
}

function order({ kind }: Asset): number {
  return assetKinds.indexOf(kind);
}
