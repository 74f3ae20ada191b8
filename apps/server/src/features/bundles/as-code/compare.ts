import { isDocument } from '../../../metadata/index.ts';
import { type Asset, titleOf, toCanonical, withSortedKeys } from './assets.ts';

/** How the files differ from the server. */
export interface Differences {
  readonly onlyInFiles: readonly Asset[];
  readonly changed: readonly { readonly asset: Asset; readonly fields: readonly string[] }[];
  readonly onlyOnServer: readonly Asset[];
}

export function compareAssets(files: readonly Asset[], server: readonly Asset[]): Differences {
  const here = toCanonical(files);
  const there = new Map(toCanonical(server).map((asset) => [asset.uuid, asset]));
  const known = new Set(here.map(({ uuid }) => uuid));
  return {
    onlyInFiles: here.filter(({ uuid }) => !there.has(uuid)),
    changed: here.flatMap((asset) => {
      const other = there.get(asset.uuid);
      const fields = other ? changedFields(asset, other) : [];
      return fields.length > 0 ? [{ asset, fields }] : [];
    }),
    onlyOnServer: [...there.values()].filter(({ uuid }) => !known.has(uuid)),
  };
}

export function hasDifferences({ onlyInFiles, changed, onlyOnServer }: Differences): boolean {
  return onlyInFiles.length + changed.length + onlyOnServer.length > 0;
}

/** What a field means that a file leaves out; everything else is nothing. */
const absent: Readonly<Record<string, unknown>> = {
  expose_in_sqllab: true,
  filter_select_enabled: true,
  groupby: true,
  filterable: true,
  is_active: true,
  configuration_method: 'sqlalchemy_form',
  version: '1.0.0',
};

function changedFields(a: Asset, b: Asset): readonly string[] {
  const names = [...new Set([...Object.keys(a.value), ...Object.keys(b.value)])];
  return names.filter((name) => toComparable(name, a.value[name]) !== toComparable(name, b.value[name]));
}

const listsOfFields = new Set(['columns', 'metrics']);

function toComparable(name: string, value: unknown): string {
  if (listsOfFields.has(name) && Array.isArray(value))
    return JSON.stringify(value.map((item) => (isDocument(item) ? toComparableField(item) : item)));
  const given = value ?? absent[name] ?? null;
  if (given === false) return absent[name] === true ? 'false' : 'null';
  return isNothing(given) ? 'null' : JSON.stringify(withSortedKeys(given));
}

function toComparableField(item: Readonly<Record<string, unknown>>) {
  return Object.keys({ ...fieldFlags, ...item })
    .sort()
    .map((key) => [key, toComparable(key, item[key])])
    .filter(([, text]) => text !== 'null');
}

const fieldFlags = { groupby: true, filterable: true, is_active: true };

function isNothing(value: unknown): boolean {
  if (value === null || value === '' || value === 0) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A line for each: `+` is made, `~` is changed, `-` is removed. */
export function describeDifferences({ onlyInFiles, changed, onlyOnServer }: Differences): readonly string[] {
  return [
    ...onlyInFiles.map((asset) => `+ ${asset.file} "${titleOf(asset)}"`),
    ...changed.map(({ asset, fields }) => `~ ${asset.file} "${titleOf(asset)}": ${fields.join(', ')}`),
    ...onlyOnServer.map((asset) => `- ${asset.kind} ${asset.uuid} "${titleOf(asset)}"`),
  ];
}
