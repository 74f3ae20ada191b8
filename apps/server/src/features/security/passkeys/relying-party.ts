import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { commandError, publicOrigin } from '../../../http/index.ts';

/** As whom authenticators know this server: by the name of its host. */
export interface RelyingParty {
  readonly origin: string;
  readonly rpId: string;
}

type Settings = Pick<Config, 'publicUrl' | 'trustedProxies'>;

/** Null at an address where browsers have no passkeys: one without a name, or without TLS. */
export function relyingPartyOf(request: FastifyRequest, config: Settings): RelyingParty | null {
  const origin = publicOrigin(request, config);
  if (!URL.canParse(origin)) return null;
  const { hostname, protocol } = new URL(origin);
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) return null;
  return protocol === 'https:' || hostname === 'localhost' ? { origin, rpId: hostname } : null;
}

export function getRelyingParty(request: FastifyRequest, config: Settings): RelyingParty {
  const found = relyingPartyOf(request, config);
  if (!found) throw commandError('Passkeys need an address with HTTPS and a name, which POWERSET_PUBLIC_URL says.');
  return found;
}
