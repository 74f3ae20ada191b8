import type { ExplorePermalinkBody, WireExplorePermalink } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { getDatasource, parseDatasource } from '../../catalog/index.ts';
import { notFound } from '../../http/index.ts';
import type { KeyValues } from '../../key-values/index.ts';
import type { Services } from '../../services.ts';

const resource = 'explore_permalink';

/** Links that show the same form to everyone who may read its dataset. */
export interface ExplorePermalinks {
  create(user: User, body: ExplorePermalinkBody): Promise<string>;
  get(user: User, key: string): Promise<WireExplorePermalink>;
}

export function createExplorePermalinks(services: Services, keyValues: KeyValues): ExplorePermalinks {
  return {
    create: async (user, body) => {
      const { id, type } = parseDatasource(body.formData.datasource);
      await getDatasource(services, user, { id, type });
      const chartId = Number((body.formData as { slice_id?: unknown }).slice_id) || null;
      const link: WireExplorePermalink = {
        chartId,
        datasourceId: id,
        datasourceType: type,
        datasource: body.formData.datasource,
        state: body,
      };
      return keyValues.create({ resource, value: link, userId: user.id, ttlMs: null });
    },
    get: async (user, key) => {
      const found = await keyValues.find({ resource, key });
      if (!found) throw notFound();
      // Written by `create` alone.
      const link = found.value as WireExplorePermalink;
      await getDatasource(services, user, { id: link.datasourceId, type: link.datasourceType });
      return link;
    },
  };
}
