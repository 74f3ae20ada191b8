import { randomInt } from 'node:crypto';
import { keyValueEndpoints } from '@powerset/contract';
import { AppError, fieldError, type Router } from '../../http/index.ts';
import { createKeyValues, type KeyValues } from '../../key-values/index.ts';
import type { Services } from '../../services.ts';

const resource = 'shared_text';
const maxCharacters = 2_000_000;

/** Keeps and gives back texts; both calls are gone when the flag KV_STORE is turned off. */
export function registerKeyValues(router: Router, services: Services): void {
  const values = createKeyValues(services);
  router.route(keyValueEndpoints.store, async ({ user, body }) => {
    checkFlag(services);
    const { data } = body;
    if (data === undefined || data === null) throw fieldError({ data: ['Missing data for required field.'] }, 400);
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return { id: Number(await keepSharedText(values, text, user.id)) };
  });
  router.route(keyValueEndpoints.get, async ({ params, reply }) => {
    const found = services.config.featureFlags.KV_STORE ? await findText(values, params.key) : undefined;
    reply.type('text/plain; charset=utf-8').code(found === undefined ? 404 : 200);
    return reply.send(found ?? '');
  });
}

/** Keeps a text and gives its key: a whole number, as the reference's keys are, but not the next one of a series. */
export async function keepSharedText(values: KeyValues, text: string, userId: number): Promise<string> {
  if (text.length > maxCharacters)
    throw new AppError('PAYLOAD_TOO_LARGE_ERROR', {
      params: { message: `data: Longer than ${maxCharacters} characters.` },
    });
  const key = String(randomInt(2 ** 47, 2 ** 48 - 1));
  return values.create({ resource, value: text, userId, ttlMs: null, key });
}

async function findText(values: KeyValues, key: string): Promise<string | undefined> {
  const document = await values.find({ resource, key });
  return typeof document?.value === 'string' ? document.value : undefined;
}

function checkFlag({ config }: Services): void {
  if (!config.featureFlags.KV_STORE) throw new AppError('NOT_FOUND_ERROR');
}
