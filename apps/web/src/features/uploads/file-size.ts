import { formatDecimal } from '../../i18n/index.ts';

const units = ['B', 'kB', 'MB', 'GB'] as const;

/** A size as people say it: `812 B`, `4.2 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : formatDecimal(value.toFixed(1))} ${units[power]}`;
}

/** A count with its thousands apart. */
export function formatCount(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
