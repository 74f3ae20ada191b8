import { randomUUID } from 'node:crypto';
import type { CssTemplatePost, CssTemplatePut, ListQuery } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { notFound } from '../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadPage,
  madeBy,
  readOrder,
  textCondition,
  toConditions,
  valueCondition,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

export type CssTemplate = Row<'css_templates'>;

type Deps = Pick<Services, 'store' | 'now'>;

export const templateOrder = {
  template_name: 'template_name',
  changed_on_delta_humanized: 'changed_on',
} as const;

const filters: FilterRules<MetadataTables, 'css_templates'> = {
  'template_name.css_template_all_text': (value) => containsText(String(value ?? ''), ['template_name', 'css']),
  template_name: (value, { ref }, operator) => textCondition(ref('template_name'), operator, value),
  created_by: (value, { ref }, operator) => valueCondition(ref('created_by_fk'), operator, value),
  changed_by: (value, { ref }, operator) => valueCondition(ref('changed_by_fk'), operator, value),
};

export async function listTemplates(store: Store, query: ListQuery) {
  const selection = store
    .selectFrom('css_templates')
    .where((builder) => builder.and([...toConditions(query.filters, filters, builder)]));
  return loadPage(selection, query, readOrder(query, templateOrder, { column: 'template_name', isDescending: false }));
}

export async function getTemplate(store: Store, id: number): Promise<CssTemplate> {
  const template = await store.selectFrom('css_templates').selectAll().where('id', '=', id).executeTakeFirst();
  if (!template) throw notFound();
  return template;
}

export async function createTemplate({ store, now }: Deps, user: User, body: CssTemplatePost): Promise<number> {
  const { id } = await store
    .insertInto('css_templates')
    .values({
      uuid: randomUUID(),
      template_name: body.template_name,
      css: body.css ?? '',
      ...madeBy(user, now().toISOString()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateTemplate(
  { store, now }: Deps,
  user: User,
  { id, body }: { readonly id: number; readonly body: CssTemplatePut },
): Promise<void> {
  await getTemplate(store, id);
  await store
    .updateTable('css_templates')
    .set({
      ...(body.template_name === undefined ? {} : { template_name: body.template_name }),
      ...(body.css === undefined ? {} : { css: body.css ?? '' }),
      changed_on: now().toISOString(),
      changed_by_fk: user.id,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes those that there are among the ids, and says how many they were. */
export async function deleteTemplates(store: Store, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const result = await store
    .deleteFrom('css_templates')
    .where('id', 'in', [...ids])
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
