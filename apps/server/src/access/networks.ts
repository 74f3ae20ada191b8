import { isIPv6 } from 'node:net';

/** Of an IPv6 address the first half: whoever has one has all addresses of that network. */
export function toNetwork(address: string): string {
  const v4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (v4 || !isIPv6(address)) return v4 ?? address;
  const [head = '', tail] = address.split('::');
  const start = head.split(':').filter(Boolean);
  const end = (tail ?? '').split(':').filter(Boolean);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length);
  return [...start, ...Array<string>(gap).fill('0'), ...end].slice(0, 4).join(':');
}
