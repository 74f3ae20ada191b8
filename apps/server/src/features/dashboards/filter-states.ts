import type { User } from '../../access/index.ts';
import { fieldError, forbidden, notFound } from '../../http/index.ts';
import { createKeyValues } from '../../key-values/index.ts';
import { isJson } from '../../metadata/index.ts';
import { type DashboardServices, getVisibleDashboard } from './access.ts';

const ttlMs = 90 * 86_400_000;
const resource = 'dashboard_filter_state';
const tabResource = 'dashboard_filter_state_tab';

interface KeptState {
  readonly dashboardId: number;
  readonly value: string;
}

interface StatePlace {
  readonly dashboard: string;
  readonly key: string;
}

/** The state of a dashboard's filters, kept under a key that goes into its address. */
export interface FilterStates {
  /** A second call from the same browser tab replaces that tab's state and answers its key. */
  create(user: User, dashboard: string, input: { value: string; tabId?: string }): Promise<string>;
  get(user: User, place: StatePlace): Promise<string>;
  update(user: User, place: StatePlace, value: string): Promise<void>;
  delete(user: User, place: StatePlace): Promise<void>;
}

export function createFilterStates(services: DashboardServices): FilterStates {
  const keyValues = createKeyValues(services);
  const find = async (user: User, { dashboard, key }: StatePlace) => {
    const { id } = await getVisibleDashboard(services, user, dashboard);
    const found = await keyValues.find({ resource, key, ttlMs });
    // Written by this room alone.
    const state = found?.value as KeptState | undefined;
    if (!found || state?.dashboardId !== id) throw notFound();
    return { state, userId: found.userId };
  };
  const findOwn = async (user: User, place: StatePlace) => {
    const { state, userId } = await find(user, place);
    if (userId !== user.id) throw forbidden();
    return state;
  };
  return {
    create: async (user, dashboard, { value, tabId }) => {
      const { id } = await getVisibleDashboard(services, user, dashboard);
      checkJson(value);
      const state: KeptState = { dashboardId: id, value };
      const tabPlace = { resource: tabResource, key: `${user.id} ${id} ${tabId}`, ttlMs };
      const known = tabId ? await keyValues.find(tabPlace) : undefined;
      const knownKey = typeof known?.value === 'string' ? known.value : undefined;
      if (knownKey && (await keyValues.update({ resource, key: knownKey, ttlMs }, state))) return knownKey;
      const key = await keyValues.create({ resource, value: state, userId: user.id, ttlMs });
      if (tabId) await keyValues.create({ ...tabPlace, value: key, userId: user.id });
      return key;
    },
    get: async (user, place) => (await find(user, place)).state.value,
    update: async (user, place, value) => {
      const state = await findOwn(user, place);
      checkJson(value);
      await keyValues.update({ resource, key: place.key, ttlMs }, { ...state, value });
    },
    delete: async (user, place) => {
      await findOwn(user, place);
      await keyValues.delete({ resource, key: place.key });
    },
  };
}

function checkJson(value: string): void {
  if (!isJson(value)) throw fieldError({ value: ['JSON not valid'] }, 400);
}
