import { isRecord } from '@powerset/chart-kit';
import { inWords } from '../conflicts/index.ts';
import { msg } from '../i18n/index.ts';

export type Translate = (text: string) => string;

export const labels: Readonly<Record<string, string>> = {
  table_name: msg('Name'),
  sql: msg('SQL'),
  catalog: msg('Catalog'),
  schema: msg('Schema'),
  description: msg('Description'),
  owners: msg('Owners'),
  main_dttm_col: msg('Default datetime column'),
  currency_code_column: msg('Currency code column'),
  folders: msg('Folders'),
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

export const fieldLabels: Readonly<Record<string, string>> = {
  verbose_name: msg('Label'),
  description: msg('Description'),
  expression: msg('SQL expression'),
  type: msg('Data type'),
  advanced_data_type: msg('Advanced data type'),
  python_date_format: msg('Datetime format'),
  datetime_format: msg('Datetime format of results'),
  d3format: msg('D3 format'),
  currency: msg('Currency'),
  warning_text: msg('Warning message'),
  is_dttm: msg('Is temporal'),
  filterable: msg('Is filterable'),
  groupby: msg('Is dimension'),
};

/** A value of a dataset as a reader sees it. */
export function textOf(value: unknown, t: Translate): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  return isRecord(value) ? Object.values(value).map(inWords).join(' ') : inWords(value);
}
