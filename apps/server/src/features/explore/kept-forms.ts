import type { FormDataBody } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { getDatasource } from '../../catalog/index.ts';
import { fieldError, forbidden, notFound } from '../../http/index.ts';
import type { KeyValues } from '../../key-values/index.ts';
import { isJson } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

const resource = 'explore_form_data';
const dayMs = 86_400_000;
const ttlMs = 7 * dayMs;

interface KeptForm {
  readonly datasourceId: number;
  readonly datasourceType: string;
  readonly chartId: number | null;
  readonly formData: string;
}

/** Forms of charts that are not saved yet, kept for a week since they were last read. */
export interface KeptForms {
  create(user: User, body: FormDataBody): Promise<string>;
  get(user: User, key: string): Promise<KeptForm>;
  update(place: { readonly user: User; readonly key: string }, body: FormDataBody): Promise<void>;
  delete(user: User, key: string): Promise<void>;
}

export function createKeptForms(services: Services, keyValues: KeyValues): KeptForms {
  const find = async (user: User, key: string): Promise<KeptForm> => {
    const found = await keyValues.find({ resource, key, ttlMs });
    if (!found) throw notFound();
    // Written by `create` and `update` alone.
    const form = found.value as KeptForm;
    await getDatasource(services, user, { id: form.datasourceId, type: form.datasourceType });
    return form;
  };
  const own = async (user: User, key: string) => {
    const found = await keyValues.find({ resource, key });
    if (!found) throw notFound();
    if (found.userId !== user.id) throw forbidden();
  };
  return {
    get: find,
    create: async (user, body) =>
      keyValues.create({ resource, value: await readForm(services, user, body), userId: user.id, ttlMs }),
    update: async ({ user, key }, body) => {
      await own(user, key);
      await keyValues.update({ resource, key, ttlMs }, await readForm(services, user, body));
    },
    delete: async (user, key) => {
      await own(user, key);
      await keyValues.delete({ resource, key });
    },
  };
}

async function readForm(services: Services, user: User, body: FormDataBody): Promise<KeptForm> {
  if (!isJson(body.form_data)) throw fieldError({ form_data: ['Must be JSON text.'] }, 400);
  await getDatasource(services, user, { id: body.datasource_id, type: body.datasource_type });
  const chartId = body.chart_id ?? null;
  if (chartId !== null) await assertChart(services, chartId);
  return { datasourceId: body.datasource_id, datasourceType: body.datasource_type, chartId, formData: body.form_data };
}

async function assertChart({ store }: Services, id: number): Promise<void> {
  const chart = await store.selectFrom('charts').select('id').where('id', '=', id).executeTakeFirst();
  if (!chart) throw notFound();
}
