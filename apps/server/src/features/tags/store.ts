import type { ListQuery } from '@powerset/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import type { User } from '../../access/index.ts';
import {
  containsText,
  type FilterRules,
  loadPage,
  readOrder,
  tableRules,
  textOperators,
  toConditions,
  valueOperators,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

export type Tag = Row<'tags'>;

const rules = tableRules('tags');

function tagFilters(user: User): FilterRules<MetadataTables, 'tags'> {
  return {
    id: rules.value('id'),
    'id.tag_is_favorite': rules.flag(starred(user)),
    name: rules.text('name'),
    'name.tag_all_text': (value) => containsText(String(value ?? ''), ['tags.name', 'tags.description']),
    // All tags are given by people.
    'type.custom_tag': rules.flag(sql<SqlBool>`1 = 1`),
    description: rules.text('description'),
    created_by: rules.value('created_by_fk'),
    changed_by: rules.value('changed_by_fk'),
  };
}

/** Which filters the list offers, as `_info` tells them. */
export const tagFilterNames: Readonly<Record<string, readonly string[]>> = {
  id: [...valueOperators, 'in', 'tag_is_favorite'],
  name: [...textOperators, 'tag_all_text'],
  type: ['custom_tag'],
  description: textOperators,
  created_by: ['rel_o_m', 'nrel_o_m'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
};

export const tagOrder = {
  id: 'id',
  name: 'name',
  description: 'description',
  'created_by.first_name': 'created_by_fk',
  'changed_by.first_name': 'changed_by_fk',
  created_on_delta_humanized: 'created_on',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
} as const;

export function listTags(store: Store, user: User, query: ListQuery) {
  const selection = store
    .selectFrom('tags')
    .where((builder) => builder.and([...toConditions(query.filters, tagFilters(user), builder)]));
  return loadPage(selection, query, readOrder(query, tagOrder, { column: 'name', isDescending: false }));
}

export function findTag(store: Store, id: number): Promise<Tag | undefined> {
  return store.selectFrom('tags').selectAll().where('id', '=', id).executeTakeFirst();
}

function starred(user: User): Expression<SqlBool> {
  return sql<SqlBool>`tags.id in (select object_id from favorites where object_type = 'tag' and user_id = ${user.id})`;
}
