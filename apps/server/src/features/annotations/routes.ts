import { annotationEndpoints, annotationLayerEndpoints } from '@powerset/contract';
import { AnnotationLayerPost, AnnotationLayerPut } from '@powerset/contract/schemas';
import { notFound, parseId, parseIds, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { findRelatedUsers, pickColumns, toEnvelope, toInfo, toShown } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { createAnnotation, getAnnotation, updateAnnotation } from './annotations.ts';
import { createLayer, deleteLayers, getLayer, updateLayer } from './layers.ts';
import { toWireAnnotations, toWireLayers } from './present.ts';
import { annotationOrder, deleteAnnotations, layerOrder, listAnnotations, listLayers } from './store.ts';

export function registerAnnotations(router: Router, services: Services): void {
  registerLayerReads(router, services);
  registerLayerWrites(router, services);
  registerAnnotationReads(router, services);
  registerAnnotationWrites(router, services);
}

function registerLayerReads(router: Router, services: Services): void {
  const { store, now } = services;
  router.route(annotationLayerEndpoints.list, async ({ query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listLayers(store, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toWireLayers(store, rows, now()),
      title: 'List Annotation Layer',
      orderColumns: Object.keys(layerOrder),
    });
  });
  router.route(annotationLayerEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'Annotation',
        verbs: ['can_read', 'can_write'],
        title: 'Annotation Layer',
        addForm: AnnotationLayerPost,
        editForm: AnnotationLayerPut,
        filters: { name: ['annotation_layer_all_text'] },
      },
      parseQ(query),
    ),
  );
  router.route(annotationLayerEndpoints.related, ({ user, params: { column }, query }) => {
    if (column !== 'created_by' && column !== 'changed_by') throw notFound();
    const resource = { table: 'annotation_layers', view: 'Annotation' } as const;
    return findRelatedUsers(services, { user, resource, column, query: parseListQuery(query) });
  });
  router.route(annotationLayerEndpoints.get, async ({ params, query }) => {
    const layer = await getLayer(store, parseId(params.id));
    const [result] = await toWireLayers(store, [layer], now());
    if (!result) throw notFound();
    return toShown({ id: layer.id, row: result, query: parseListQuery(query), title: 'Show Annotation Layer' });
  });
}

function registerLayerWrites(router: Router, services: Services): void {
  const { store } = services;
  router.route(annotationLayerEndpoints.create, async ({ user, body }) => ({
    id: await createLayer(services, user, body),
    result: body,
  }));
  router.route(annotationLayerEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await updateLayer(services, user, { id, body });
    return { id, result: body };
  });
  router.route(annotationLayerEndpoints.delete, async ({ params }) => {
    if ((await deleteLayers(store, [parseId(params.id)])) === 0) throw notFound();
    return { message: 'OK' };
  });
  router.route(annotationLayerEndpoints.bulkDelete, async ({ query }) => {
    const count = await deleteLayers(store, parseIds(query));
    if (count === 0) throw notFound();
    return { message: count === 1 ? 'Deleted 1 annotation layer' : `Deleted ${count} annotation layers` };
  });
}

function registerAnnotationReads(router: Router, { store, now }: Services): void {
  router.route(annotationEndpoints.list, async ({ params, query }) => {
    const layer = await getLayer(store, parseId(params.id));
    const asked = parseListQuery(query);
    const { count, rows } = await listAnnotations(store, layer.id, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toWireAnnotations(store, { layer, rows }, now()),
      title: 'List Annotation',
      orderColumns: Object.keys(annotationOrder),
    });
  });
  router.route(annotationEndpoints.get, async ({ params, query }) => {
    const layer = await getLayer(store, parseId(params.id));
    const annotation = await getAnnotation(store, layer.id, parseId(params.annotationId));
    const [result] = await toWireAnnotations(store, { layer, rows: [annotation] }, now());
    return { id: annotation.id, result: pickAsked(result, query) };
  });
}

function registerAnnotationWrites(router: Router, services: Services): void {
  const { store } = services;
  router.route(annotationEndpoints.create, async ({ user, params, body }) => {
    const layer = await getLayer(store, parseId(params.id));
    return { id: await createAnnotation(services, user, { layerId: layer.id, body }), result: body };
  });
  router.route(annotationEndpoints.update, async ({ user, params, body }) => {
    const layer = await getLayer(store, parseId(params.id));
    const id = parseId(params.annotationId);
    await updateAnnotation(services, user, { layerId: layer.id, id, body });
    return { id, result: body };
  });
  router.route(annotationEndpoints.delete, async ({ params }) => {
    const gone = await deleteAnnotations(store, parseId(params.id), [parseId(params.annotationId)]);
    if (gone === 0) throw notFound();
    return { message: 'OK' };
  });
  router.route(annotationEndpoints.bulkDelete, async ({ params, query }) => {
    const count = await deleteAnnotations(store, parseId(params.id), parseIds(query));
    if (count === 0) throw notFound();
    return { message: count === 1 ? 'Deleted 1 annotation' : `Deleted ${count} annotations` };
  });
}

/** `q=(columns:!(name))` picks fields of a single read. */
function pickAsked<Result extends object>(result: Result | undefined, query: { readonly q?: string }): Result {
  if (!result) throw notFound();
  const asked = parseQ(query) as { columns?: readonly string[] } | undefined;
  return asked?.columns ? pickColumns(result, asked.columns) : result;
}
