import { createHash } from 'node:crypto';
import type { DashboardPermalinkState, WireDashboardPermalink } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { AppError, notFound } from '../../http/index.ts';
import { createKeyValues } from '../../key-values/index.ts';
import { type DashboardServices, getVisibleDashboard } from './access.ts';

const resource = 'dashboard_permalink';

/** Lasting links to a dashboard in a state: filters, open tabs, a place in it. */
export interface DashboardPermalinks {
  create(user: User, dashboard: string, state: DashboardPermalinkState): Promise<string>;
  get(user: User, key: string): Promise<WireDashboardPermalink>;
}

export function createDashboardPermalinks(services: DashboardServices): DashboardPermalinks {
  const keyValues = createKeyValues(services);
  return {
    create: async (user, dashboard, state) => {
      const { id, uuid } = await getVisibleDashboard(services, user, dashboard);
      const value: WireDashboardPermalink = { dashboardId: String(id), state };
      // The same state has the same link, so that copying it again and again stores it once.
      const key = createHash('sha256')
        .update(JSON.stringify([uuid, state]))
        .digest('base64url')
        .slice(0, 22);
      return keyValues.create({ resource, key, value, userId: user.id, ttlMs: null });
    },
    get: async (user, key) => {
      const found = await keyValues.find({ resource, key });
      if (!found) throw notFound();
      // Written by `create` alone.
      const link = found.value as WireDashboardPermalink;
      await checkAccess(services, user, link);
      return link;
    },
  };
}

/** Who holds the key knows that the dashboard exists, and is told that he may not see it. */
async function checkAccess(services: DashboardServices, user: User, link: WireDashboardPermalink): Promise<void> {
  const { id } =
    (await services.store
      .selectFrom('dashboards')
      .select('id')
      .where('id', '=', Number(link.dashboardId))
      .executeTakeFirst()) ?? {};
  if (id === undefined) throw notFound();
  try {
    await getVisibleDashboard(services, user, link.dashboardId);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404) throw error;
    throw new AppError(user.isAnonymous ? 'UNAUTHENTICATED_ERROR' : 'FORBIDDEN_ERROR');
  }
}

/** The address that a permalink stands for. */
export function toPermalinkTarget({ dashboardId, state }: WireDashboardPermalink, key: string): string {
  const search = new URLSearchParams({ permalink_key: key });
  for (const [name, value] of state.urlParams ?? []) search.append(name, value);
  return `/superset/dashboard/${dashboardId}/?${search}${state.anchor ? `#${encodeURIComponent(state.anchor)}` : ''}`;
}
