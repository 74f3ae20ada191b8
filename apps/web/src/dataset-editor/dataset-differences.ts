import { isRecord } from '@powerset/chart-kit';
import { type Difference, inWords } from '../conflicts/index.ts';
import { msg } from '../i18n/index.ts';
import { readCertification, type SavedDataset, toDatasetChange, toDraft } from './draft.ts';

const labels: Readonly<Record<string, string>> = {
  table_name: msg('Name'),
  sql: msg('SQL'),
  schema: msg('Schema'),
  description: msg('Description'),
  owners: msg('Owners'),
  main_dttm_col: msg('Default datetime column'),
  cache_timeout: msg('Cache timeout'),
  offset: msg('Hours offset'),
  default_endpoint: msg('Default URL'),
  filter_select_enabled: msg('Autocomplete filters'),
  always_filter_main_dttm: msg('Always filter main datetime column'),
  normalize_columns: msg('Normalize column names'),
  fetch_values_predicate: msg('Autocomplete query predicate'),
  template_params: msg('Template parameters'),
  extra: msg('Extra'),
};

const fieldLabels: Readonly<Record<string, string>> = {
  verbose_name: msg('Label'),
  description: msg('Description'),
  expression: msg('SQL expression'),
  type: msg('Data type'),
  advanced_data_type: msg('Advanced data type'),
  python_date_format: msg('Datetime format'),
  d3format: msg('D3 format'),
  currency: msg('Currency'),
  warning_text: msg('Warning message'),
  is_dttm: msg('Is temporal'),
  filterable: msg('Is filterable'),
  groupby: msg('Is dimension'),
  certifiedBy: msg('Certified by'),
  details: msg('Certification details'),
  warning: msg('Warning'),
};

type Fields = Readonly<Record<string, unknown>>;
type Part = string | Fields;
type Translate = (text: string) => string;

/** In what two saves of a dataset differ: its own fields, and of each metric and column, by name, what was changed. */
export function datasetDifferences(before: SavedDataset, after: SavedDataset, t: Translate): readonly Difference[] {
  const [was, is] = [partsOf(before, t), partsOf(after, t)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  const names = keys.map(nameOf);
  return keys.flatMap((key) => {
    const [from, to] = [was.get(key) ?? '', is.get(key) ?? ''];
    const isShared = names.filter((name) => name === nameOf(key)).length > 1;
    const thing = { id: key, label: isShared ? withKind(key, t) : nameOf(key) };
    return typeof from === 'object' && typeof to === 'object'
      ? fieldDifferences(thing, [from, to], t)
      : different(thing, wholeOf(from, t), wholeOf(to, t));
  });
}

const kinds: Readonly<Record<string, string>> = { metric: msg('Metric'), column: msg('Column') };

function nameOf(key: string): string {
  return key.slice(key.indexOf(':') + 1);
}

/** A metric may be called as a column is, or as a field of the dataset. */
function withKind(key: string, t: Translate): string {
  const kind = kinds[key.slice(0, key.indexOf(':'))];
  return kind ? `${t(kind)} ${nameOf(key)}` : nameOf(key);
}

type Thing = Required<Pick<Difference, 'id' | 'label'>>;

function different(thing: Thing, before: string, after: string): readonly Difference[] {
  return before === after ? [] : [{ ...thing, left: before, right: after }];
}

function fieldDifferences(
  { id, label }: Thing,
  [before, after]: readonly [Fields, Fields],
  t: Translate,
): readonly Difference[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].flatMap((field) =>
    different(
      { id: `${id}:${field}`, label: `${label}: ${t(fieldLabels[field] ?? field)}` },
      textOf(before[field], t),
      textOf(after[field], t),
    ),
  );
}

function textOf(value: unknown, t: Translate): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  return isRecord(value) ? Object.values(value).map(inWords).join(' ') : inWords(value);
}

/** A metric or column that one of the two has alone is known by what it computes. */
function wholeOf(part: Part, t: Translate): string {
  return typeof part === 'string' ? part : inWords(part.expression || part.type || part.verbose_name || t('Yes'));
}

function partsOf(dataset: SavedDataset, t: Translate): ReadonlyMap<string, Part> {
  const { columns, metrics, owners: _, ...own } = toDatasetChange(toDraft(dataset)) as Fields;
  const owners = dataset.owners.map((owner) => `${owner.first_name} ${owner.last_name}`).join(', ');
  return new Map<string, Part>([
    ...Object.entries({ ...own, owners }).map(
      ([field, value]) => [`:${t(labels[field] ?? field)}`, textOf(value, t)] as const,
    ),
    ...itemsOf('metric', metrics),
    ...itemsOf('column', columns),
  ]);
}

function itemsOf(kind: string, items: unknown): readonly (readonly [string, Part])[] {
  return (Array.isArray(items) ? items : []).filter(isRecord).map((item) => {
    const { id: _, metric_name, column_name, extra, ...fields } = item;
    const certification = readCertification(typeof extra === 'string' ? extra : null);
    return [`${kind}:${String(metric_name ?? column_name)}`, { ...fields, ...certification }] as const;
  });
}
