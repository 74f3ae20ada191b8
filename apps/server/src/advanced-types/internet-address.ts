import type { StoredValue } from './stored-value.ts';

interface Address {
  readonly value: bigint;
  readonly bits: 32 | 128;
}

/** An address as its number, or a network `10.0.0.0/8` as its first and last. */
export function readAddress(text: string): StoredValue | undefined {
  const [host = '', prefix, ...rest] = text.split('/');
  const address = readHost(host);
  if (!address || rest.length > 0) return undefined;
  if (prefix === undefined) return toStored(address.value);
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > address.bits) return undefined;
  const size = 1n << BigInt(address.bits - Number(prefix));
  const start = address.value - (address.value % size);
  return size === 1n ? toStored(start) : { start: toStored(start), end: toStored(start + size - 1n) };
}

/** Numbers that JSON keeps exactly are numbers, longer ones their digits. */
function toStored(value: bigint): number | string {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

function readHost(text: string): Address | undefined {
  return text.includes(':') ? readVersion6(text) : readVersion4(text);
}

function readVersion4(text: string): Address | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return undefined;
  return { value: parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n), bits: 32 };
}

function readVersion6(text: string): Address | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return { value: groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n), bits: 128 };
}
