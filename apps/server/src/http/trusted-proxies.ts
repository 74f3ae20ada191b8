import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the proxies of which is believed whom they ask for. */
export type TrustsProxy = (address: string) => boolean;

/** Addresses and networks such as `10.0.0.0/8`; the configuration has looked at them. */
export function createProxyTrust(proxies: readonly string[]): TrustsProxy {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
