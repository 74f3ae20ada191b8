import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, callOf } from '../../http/index.ts';
import { isDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { kindOfCall } from './audited-calls.ts';
import { saveEvents, toRow } from './events.ts';

/** Rows are written together: each time the disk is waited for. */
const flushMs = 500;
/** More than this is done in half a second by no people; what comes then is counted and told in the log of the server. */
const mostWaiting = 2000;

export interface Audit {
  /** Writes what waits. */
  close(): Promise<void>;
}

type Deps = Pick<Services, 'store' | 'now' | 'log' | 'config'>;

/** Notes who signed in, changed, exported and shared what, and who was refused, once each call is answered. */
export function installAudit(server: FastifyInstance, deps: Deps): Audit {
  let waiting: ReturnType<typeof toRow>[] = [];
  let timer: NodeJS.Timeout | null = null;
  let dropped = 0;
  const flush = async () => {
    timer = null;
    const rows = waiting;
    waiting = [];
    if (dropped > 0) deps.log.warn({ dropped }, 'more was done than the action log takes');
    dropped = 0;
    try {
      await saveEvents(deps, rows);
    } catch (error) {
      deps.log.error({ err: error, count: rows.length }, 'what people did could not be written to the action log');
    }
  };
  server.addHook('onResponse', async (request, reply) => {
    const call = callOf(request);
    const row = call && toNoted(deps, call, { request, reply });
    if (!row) return;
    if (waiting.length >= mostWaiting) dropped += 1;
    else waiting.push(row);
    timer ??= setTimeout(() => void flush(), flushMs);
  });
  return {
    close: async () => {
      if (timer) clearTimeout(timer);
      await flush();
    },
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function toNoted({ now }: Pick<Deps, 'now'>, { endpoint, user, signedIn }: Call, { request, reply }: Exchange) {
  const body = isDocument(request.body) ? request.body : {};
  const query = isDocument(request.query) ? request.query : {};
  const kind = kindOfCall(endpoint, { body, query });
  // Visitors are nobody who could be named, but for who tries to sign in; a guest is named by the token.
  if (kind === null || (user.isAnonymous && !user.guest && kind !== 'sign_in')) return undefined;
  const params = isDocument(request.params) ? request.params : {};
  const isIn = signedIn !== undefined || !user.isAnonymous;
  const event = {
    ...{ event_name: endpoint.id, kind, status: statusOf(endpoint, reply, isIn), address: request.ip },
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(nameIn(body) === undefined ? {} : { name: nameIn(body) }),
    ...(user.apiKey ? { api_key: user.apiKey.id } : {}),
    ...(user.agent ? { agent: user.agent.id, agent_name: user.agent.name } : {}),
    ...(user.viewedBy ? { seen_as: user.username } : {}),
    ...(user.guest ? { guest: user.username } : {}),
    duration: reply.elapsedTime,
  };
  const [room] = endpoint.id.split('.');
  return toRow(event, {
    ...{ user: { id: signedIn ?? user.viewedBy?.id ?? user.id }, now: now() },
    dashboardId: room === 'dashboard' ? toId(params.id) : null,
    chartId: toId(room === 'explore' ? query.slice_id : room === 'chart' && params.id),
  });
}

function toId(given: unknown): number | null {
  const text = typeof given === 'number' ? String(given) : given;
  return typeof text === 'string' && /^\d{1,10}$/.test(text) ? Number(text) : null;
}

/** Whoever comes back from an identity provider is led on in any case. */
function statusOf({ id }: Call['endpoint'], { statusCode }: FastifyReply, isIn: boolean): number {
  return /^security\.(oidc|saml)_finish$/.test(id) && !isIn && statusCode < 400 ? 401 : statusCode;
}

const names = ['dashboard_title', 'slice_name', 'table_name', 'database_name', 'theme_name', 'template_name'] as const;
const plainNames = ['username', 'label', 'name', 'email'] as const;
const maxName = 200;

/** What a body calls what it is about; nothing else of it is kept. */
function nameIn(body: Readonly<Record<string, unknown>>): string | undefined {
  const found = [...names, ...plainNames].map((field) => body[field]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found.slice(0, maxName) : undefined;
}
