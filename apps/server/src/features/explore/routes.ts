import { exploreEndpoints, parseRison } from '@powerset/contract';
import { QueryError, resolveTimeRange } from '@powerset/query';
import { AppError, publicOrigin, type Router } from '../../http/index.ts';
import { createKeyValues } from '../../key-values/index.ts';
import type { Services } from '../../services.ts';
import { registerAdvancedValues } from './advanced-values.ts';
import { createKeptForms } from './kept-forms.ts';
import { createExplorePermalinks } from './permalinks.ts';
import { startExplore } from './start.ts';

export function registerExplore(router: Router, services: Services): void {
  const keyValues = createKeyValues(services);
  const forms = createKeptForms(services, keyValues);
  const permalinks = createExplorePermalinks(services, keyValues);

  router.route(exploreEndpoints.get, ({ user, query }) => startExplore({ services, forms, permalinks }, user, query));
  router.route(exploreEndpoints.createFormData, async ({ user, body }) => ({ key: await forms.create(user, body) }));
  router.route(exploreEndpoints.getFormData, async ({ user, params }) => ({
    form_data: (await forms.get(user, params.key)).formData,
  }));
  router.route(exploreEndpoints.updateFormData, async ({ user, params, body }) => {
    await forms.update({ user, key: params.key }, body);
    return { key: params.key, message: 'Value updated successfully.' };
  });
  router.route(exploreEndpoints.deleteFormData, async ({ user, params }) => {
    await forms.delete(user, params.key);
    return { message: 'Deleted successfully' };
  });
  router.route(exploreEndpoints.createPermalink, async ({ user, body, request }) => {
    const key = await permalinks.create(user, body);
    return { key, url: `${publicOrigin(request, services.config)}/superset/explore/p/${key}/` };
  });
  router.route(exploreEndpoints.getPermalink, ({ user, params }) => permalinks.get(user, params.key));
  registerAdvancedValues(router, services);
  router.route(exploreEndpoints.timeRange, ({ query }) => ({ result: readTimeRange(query.q ?? '', services.now()) }));
}

function readTimeRange(q: string, now: Date) {
  const text = unwrap(q);
  try {
    const { since, until } = resolveTimeRange(text, { clock: { now } });
    return { since: toMoment(since), until: toMoment(until), timeRange: text };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new AppError('INVALID_PAYLOAD_FORMAT_ERROR', { params: { message: error.message } });
  }
}

/** The text comes bare or as Rison, `'Last week'`. */
function unwrap(q: string): string {
  if (!/^'.*'$|^".*"$/s.test(q)) return q;
  const value = parseRison(q);
  return typeof value === 'string' ? value : q;
}

function toMoment(date: Date | null): string {
  return date ? date.toISOString().slice(0, 19) : '';
}
