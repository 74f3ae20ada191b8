import type { FastifyRequest } from 'fastify';

type Asked = Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>;

/**
 * Where the client sees the server, for links. The configured address when there is one: the Host header is whatever
 * the client or a proxy wrote. Without it the client's own origin is believed, never another host's name.
 */
export function publicOrigin(request: Asked, publicUrl: string | null): string {
  if (publicUrl) return publicUrl;
  const { origin } = request.headers;
  const isOwn = origin && URL.canParse(origin) && new URL(origin).host === request.host;
  return isOwn ? origin : `${request.protocol}://${request.host}`;
}

/** Does a page of this origin belong to the server? */
export function isOwnOrigin(origin: string, request: Asked, publicUrl: string | null): boolean {
  if (origin === publicUrl) return true;
  return origin !== 'null' && URL.canParse(origin) && new URL(origin).host === request.headers.host;
}
