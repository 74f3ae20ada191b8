import { type ConnectionSecret, findDatabaseKind } from '../../engines/index.ts';

/** A connection by its URI, and the certificate of the authority that its server's must be signed by. */
export interface GuardedWay {
  readonly maskedUri: string;
  readonly certificate: ConnectionSecret['server_cert'];
}

/** From what anybody on the way can read, to what none but the server of that name is sent. */
const guards = { disable: 0, trust: 1, require: 1, 'verify-ca': 2, verify: 3, 'verify-full': 3, strict: 3 } as const;

/**
 * Whether a password that was sent the one way could be read by more on the other: with less encryption, with fewer questions to
 * the server's certificate, or with other authorities for it.
 */
export function isWeaker(way: GuardedWay, before: GuardedWay): boolean {
  const [guard, known] = [guardOf(way.maskedUri), guardOf(before.maskedUri)];
  if (guard === null || known === null) return false;
  if (guard < known) return true;
  // A first certificate takes nothing from a server whose own was not looked at.
  const hadAuthority = before.certificate !== undefined ? known > guards.disable : known >= guards['verify-ca'];
  return hadAuthority && way.certificate !== before.certificate;
}

/** Null where it is not told: such kinds are always encrypted, or call it a part of their address. */
function guardOf(uri: string): number | null {
  const kind = findDatabaseKind(/^\w+/.exec(uri)?.[0] ?? '');
  if (!kind?.tlsModeOf) return null;
  // What cannot be read here was never sent from here.
  return kind.findUriProblem(uri) ? guards['verify-full'] : guards[kind.tlsModeOf(uri)];
}
