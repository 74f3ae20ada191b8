import { lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net';

/** Which addresses a connection may go to. */
export interface NetworkPolicy {
  /** Loopback and private networks, where databases usually are. */
  readonly allowsPrivateHosts: boolean;
  /** The setting that allows them. */
  readonly setting?: string;
  /** Another way to where a connection goes: a tunnel, whose own first step is guarded. */
  readonly tunnel?: { openSocket(): Socket };
  /** Looks after whoever the connections lead to. */
  readonly lookout?: SocketLookout;
}

/** Told of each socket before it is connected. */
export interface SocketLookout {
  watch(socket: LeadingSocket): void;
}

/** A socket that may say itself where it leads, where that is not its remote address. */
export type LeadingSocket = Socket & { readonly leadsTo?: { readonly host: string; readonly port: number } | null };

interface Range {
  readonly network: string;
  readonly prefix: number;
}

/** Where clouds answer with an instance's own credentials; and addresses that are no host's. Never allowed. */
const forbidden: readonly Range[] = [
  { network: '169.254.0.0', prefix: 16 },
  { network: '100.100.100.200', prefix: 32 },
  { network: '192.0.0.192', prefix: 32 },
  { network: '0.0.0.0', prefix: 8 },
  { network: '224.0.0.0', prefix: 3 },
  { network: 'fe80::', prefix: 10 },
  { network: 'fd00:ec2::', prefix: 32 },
  { network: 'fd20:ce::', prefix: 32 },
  { network: 'ff00::', prefix: 8 },
  { network: '::', prefix: 128 },
];

const privateRanges: readonly Range[] = [
  { network: '127.0.0.0', prefix: 8 },
  { network: '10.0.0.0', prefix: 8 },
  { network: '172.16.0.0', prefix: 12 },
  { network: '192.168.0.0', prefix: 16 },
  { network: '100.64.0.0', prefix: 10 },
  { network: '::1', prefix: 128 },
  { network: 'fc00::', prefix: 7 },
];

function isIn(ranges: readonly Range[], address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  for (const { network, prefix } of ranges) {
    const ownFamily = network.includes(':') ? 'ipv6' : 'ipv4';
    if (ownFamily === family) list.addSubnet(network, prefix, family);
  }
  return list.check(address, family);
}

/** IPv6 spellings of IPv4 addresses reach the same host: mapped, translated, 6to4. */
function toPlainAddress(address: string): string {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  // The URL parser writes every spelling of an IPv6 address in one way.
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1);
  const embedded = /^(?:::ffff:|64:ff9b::|2002:)([0-9a-f]{1,4}):([0-9a-f]{1,4})(?:$|:)/.exec(canonical);
  if (!embedded) return canonical;
  const [high, low] = [Number.parseInt(embedded[1] ?? '0', 16), Number.parseInt(embedded[2] ?? '0', 16)];
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** Says why an address may not be called, or null. Names are answered with null: they are asked again when resolved. */
export function findHostProblem(host: string, policy: NetworkPolicy): string | null {
  const address = toPlainAddress(host);
  if (isIP(address) === 0) return null;
  if (isIn(forbidden, address)) return `The address ${address} may not be connected to.`;
  if (!policy.allowsPrivateHosts && isIn(privateRanges, address))
    return `The address ${address} is on a private network, and connections to those are turned off (${policy.setting ?? 'POWERSET_ALLOW_PRIVATE_HOSTS'}).`;
  return null;
}

/** Thrown where a connection would go to an address that the policy forbids. */
export class ForbiddenHost extends Error {
  override name = 'ForbiddenHost';
}

/**
 * A socket that looks at the address itself, at the moment of connecting: a name that meant another address when it was
 * checked does not help. What lies behind a tunnel is the network of that tunnel's end.
 */
export function openGuardedSocket(policy: NetworkPolicy): Socket {
  const socket = policy.tunnel ? policy.tunnel.openSocket() : new GuardedSocket(policy);
  policy.lookout?.watch(socket);
  return socket;
}

/** A machine that vanishes while it owes an answer says nothing: so long after the last word it is asked whether it is there. */
const keepAliveMs = 10_000;

class GuardedSocket extends Socket {
  constructor(private readonly policy: NetworkPolicy) {
    super();
    this.once('connect', () => this.setKeepAlive());
  }

  // Clients call `connect(port, host)`; the other forms of the overloaded method are not used here.
  override connect(...given: unknown[]): this {
    const [port, host] = given;
    const options: TcpSocketConnectOpts = {
      port: Number(port),
      host: typeof host === 'string' ? host : 'localhost',
      lookup: guardLookup(this.policy),
    };
    const problem = findHostProblem(options.host ?? '', this.policy);
    if (!problem) return super.connect(options);
    process.nextTick(() => this.destroy(new ForbiddenHost(problem)));
    return this;
  }

  // Drivers would have it begin after the system's two hours.
  override setKeepAlive(): this {
    return super.setKeepAlive(true, keepAliveMs);
  }
}

/** Resolves a name to addresses that the policy allows. */
export function guardLookup(policy: NetworkPolicy): LookupFunction {
  return (name, options, answer) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error) return answer(error, '');
      const problem = found.map(({ address }) => findHostProblem(address, policy)).find(Boolean);
      if (problem) return answer(new ForbiddenHost(problem), '');
      if (options.all) return answer(null, found);
      return answer(null, found[0]?.address ?? '', found[0]?.family);
    });
  };
}
