const units: readonly (readonly [number, string])[] = [
  [31_536_000_000, 'y'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
  [1, 'ms'],
];
const subUnits: readonly (readonly [number, string])[] = [
  [1e-3, 'µs'],
  [1e-6, 'ns'],
];

/** Milliseconds as `1m 6s`; with sub-milliseconds as `1ms 400µs 80ns`. */
export function formatDuration(ms: number, hasSubMs: boolean): string {
  if (ms === 0) return '0ms';
  const sign = ms < 0 ? '-' : '';
  const list = hasSubMs ? [...units, ...subUnits] : units;
  let rest = hasSubMs ? Math.round(Math.abs(ms) * 1e6) / 1e6 : Math.round(Math.abs(ms) * 10) / 10;
  const parts: string[] = [];
  for (const [size, name] of list) {
    const isLast = !hasSubMs && name === 'ms';
    const count = isLast ? Math.round(rest * 10) / 10 : Math.floor(rest / size + 1e-6);
    if (count > 0) parts.push(`${count}${name}`);
    rest = Math.max(0, rest - count * size);
  }
  return parts.length === 0 ? '0ms' : sign + parts.slice(0, hasSubMs ? 3 : 2).join(' ');
}
