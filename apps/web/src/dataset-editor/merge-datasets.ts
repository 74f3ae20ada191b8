import {
  type Choices,
  type Clash,
  type Fields,
  type ItemWords,
  mapVersions,
  mergeItems,
  mergeRecords,
  mergeSets,
  type Versions,
} from '../conflicts/index.ts';
import { msg } from '../i18n/index.ts';
import { fieldLabels, labels, type Translate, textOf } from './dataset-words.ts';
import type { DatasetDraft, DraftColumn, DraftMetric } from './draft.ts';

export interface DatasetMerge {
  readonly draft: DatasetDraft;
  readonly clashes: readonly Clash[];
}

const ownFields = [
  'table_name',
  'sql',
  'catalog',
  'schema',
  'description',
  'main_dttm_col',
  'currency_code_column',
  'folders',
  'cache_timeout',
  'offset',
  'default_endpoint',
  'fetch_values_predicate',
  'template_params',
  'extra',
  'filter_select_enabled',
  'normalize_columns',
  'always_filter_main_dttm',
] as const satisfies readonly (keyof DatasetDraft)[];

const nameLabel = msg('Name');
const extraLabel = msg('Certification and warning');

/** Two saves of a dataset as one: its own fields, its owners, and each metric and column field by field. */
export function mergeDatasets(versions: Versions<DatasetDraft>, choices: Choices, t: Translate): DatasetMerge {
  const say = (value: unknown) => textOf(value, t);
  const own = mergeRecords(mapVersions(versions, ownOf), choices, {
    labelOf: (field) => t(labels[field] ?? field),
    textOf: say,
  });
  const itemsOf = <Item extends object>(pick: (draft: DatasetDraft) => readonly Item[], words: ItemWords) => {
    const items = mapVersions(versions, (draft) =>
      pick(draft).map((item): Fields => Object.fromEntries(Object.entries(item))),
    );
    const { value, clashes } = mergeItems(items, choices, words);
    // Each field of an item comes from one of the versions, which are all of this type.
    return { items: value as unknown as readonly Item[], clashes };
  };
  const metrics = itemsOf<DraftMetric>((draft) => draft.metrics, wordsFor('metric_name', t));
  const columns = itemsOf<DraftColumn>((draft) => draft.columns, wordsFor('column_name', t));
  return {
    draft: {
      ...versions.theirs,
      ...own.value,
      owners: mergeSets(mapVersions(versions, (draft) => draft.owners)),
      metrics: metrics.items,
      columns: columns.items,
    },
    clashes: [...own.clashes, ...metrics.clashes, ...columns.clashes],
  };
}

function ownOf(draft: DatasetDraft): Fields {
  return Object.fromEntries(ownFields.map((field) => [field, draft[field]]));
}

function wordsFor(key: 'metric_name' | 'column_name', t: Translate): ItemWords {
  const words: Readonly<Record<string, string>> = { ...fieldLabels, [key]: nameLabel, extra: extraLabel };
  const nameOf = (item: Fields) => String(item[key]);
  return {
    id: key,
    nameOf,
    labelOf: (item, field) => `${nameOf(item)}: ${t(words[field] ?? field)}`,
    wholeOf: (item) => textOf(item.expression || item.type || nameOf(item), t),
    textOf: (value) => textOf(value, t),
  };
}
