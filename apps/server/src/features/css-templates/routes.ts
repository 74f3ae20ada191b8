import { cssTemplateEndpoints, type WireCssTemplate } from '@powerset/contract';
import { CssTemplatePost, CssTemplatePut } from '@powerset/contract/schemas';
import { notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { findRelatedUsers, loadAudits, toEnvelope, toInfo, toShown } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import {
  type CssTemplate,
  createTemplate,
  deleteTemplates,
  getTemplate,
  listTemplates,
  updateTemplate,
} from './store.ts';

export function registerCssTemplates(router: Router, services: Services): void {
  registerReads(router, services);
  registerWrites(router, services);
}

function registerReads(router: Router, services: Services): void {
  const { store } = services;
  router.route(cssTemplateEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listTemplates(store, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toWire(services, rows),
      title: 'List Css Template',
      orderColumns: ['template_name'],
    });
  });
  router.route(cssTemplateEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'CssTemplate',
        verbs: ['can_read', 'can_write'],
        title: 'Css Template',
        addForm: CssTemplatePost,
        editForm: CssTemplatePut,
        filters: { template_name: ['css_template_all_text'] },
      },
      parseQ(query),
    ),
  );
  router.route(cssTemplateEndpoints.related, ({ user, params: { column }, query }) => {
    if (column !== 'created_by' && column !== 'changed_by') throw notFound();
    const resource = { table: 'css_templates', view: 'CssTemplate' } as const;
    return findRelatedUsers(services, { user, resource, column, query: parseListQuery(query) });
  });
  router.route(cssTemplateEndpoints.get, async ({ params, query }) => {
    const template = await getTemplate(store, parseId(params.id));
    const [result] = await toWire(services, [template]);
    if (!result) throw notFound();
    return toShown({ id: template.id, row: result, query: parseListQuery(query), title: 'Show Css Template' });
  });
}

function registerWrites(router: Router, services: Services): void {
  const { store } = services;
  router.route(cssTemplateEndpoints.create, async ({ user, body }) => ({
    id: await createTemplate(services, user, body),
    result: body,
  }));
  router.route(cssTemplateEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await updateTemplate(services, user, { id, body });
    return { id, result: body };
  });
  router.route(cssTemplateEndpoints.delete, async ({ params }) => {
    if ((await deleteTemplates(store, [parseId(params.id)])) === 0) throw notFound();
    return { message: 'OK' };
  });
  router.route(cssTemplateEndpoints.bulkDelete, async ({ query }) => {
    const count = await deleteTemplates(store, parseIds(query));
    if (count === 0) throw notFound();
    return { message: count === 1 ? 'Deleted 1 css template' : `Deleted ${count} css templates` };
  });
}

async function toWire(
  services: Pick<Services, 'store' | 'now'>,
  rows: readonly CssTemplate[],
): Promise<readonly WireCssTemplate[]> {
  const auditOf = await loadAudits(services, rows);
  return rows.map((row) => ({
    ...{ id: row.id, uuid: row.uuid, template_name: row.template_name, css: row.css },
    ...auditOf(row),
  }));
}
