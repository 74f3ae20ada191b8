import type { useT } from '../i18n/index.ts';
import type { FilterDefinition } from './list-definition.ts';

type T = ReturnType<typeof useT>;

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

export function favoriteFilter(t: T, opr: string): FilterDefinition {
  const choices = [
    { value: true, text: t('Yes') },
    { value: false, text: t('No') },
  ];
  return {
    key: 'favorite',
    label: t('Favorite'),
    anyLabel: t('Any'),
    col: 'id',
    opr,
    source: { kind: 'fixed', choices },
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
