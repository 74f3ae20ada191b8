import { resources } from '../api/index.ts';
import type { useT } from '../i18n/index.ts';
import type { FilterChoice, FilterDefinition } from './list-definition.ts';

type T = ReturnType<typeof useT>;

const yesNo = (t: T): readonly FilterChoice[] => [
  { value: true, text: t('Yes') },
  { value: false, text: t('No') },
];

/** Whether something is so, of everything by default. */
export function yesNoFilter(
  t: T,
  filter: Pick<FilterDefinition, 'key' | 'label' | 'opr'> & { readonly col?: string },
): FilterDefinition {
  return { col: 'id', ...filter, anyLabel: t('Any'), source: { kind: 'fixed', choices: yesNo(t) } };
}

export function ownerFilter(t: T): FilterDefinition {
  return {
    key: 'owners',
    label: t('Owner'),
    anyLabel: t('All'),
    col: 'owners',
    opr: 'rel_m_m',
    source: { kind: 'related', column: 'owners' },
  };
}

/** What carries a tag; `opr` is the list's own. */
export function tagFilter(t: T, opr: string): FilterDefinition {
  return {
    key: 'tags',
    label: t('Tags'),
    anyLabel: t('All'),
    col: 'tags',
    opr,
    resource: resources.tags,
    source: { kind: 'list', column: 'name', opr: 'ct' },
  };
}

export function favoriteFilter(t: T, opr: string): FilterDefinition {
  return yesNoFilter(t, { key: 'favorite', label: t('Favorite'), opr });
}

export function certifiedFilter(t: T, opr: string): FilterDefinition {
  return yesNoFilter(t, { key: 'certified', label: t('Certified'), opr });
}

export function databaseFilter(t: T): FilterDefinition {
  return {
    key: 'database',
    label: t('Database'),
    anyLabel: t('All'),
    col: 'database',
    opr: 'rel_o_m',
    source: { kind: 'related', column: 'database' },
  };
}

export function schemaFilter(t: T): FilterDefinition {
  return {
    key: 'schema',
    label: t('Schema'),
    anyLabel: t('All'),
    col: 'schema',
    opr: 'eq',
    source: { kind: 'distinct', column: 'schema' },
  };
}

export function creatorFilter(t: T): FilterDefinition {
  return {
    key: 'created_by',
    label: t('Created by'),
    anyLabel: t('All'),
    col: 'created_by',
    opr: 'rel_o_m',
    source: { kind: 'related', column: 'created_by' },
  };
}
