import { formatDecimal } from '../../i18n/index.ts';

const NARROW_SPACE = '\u202f';

/** `1 240 000` with narrow spaces, which keep a number whole where lines run from right to left. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, NARROW_SPACE);
}

/** `1.24M`, `86.4k`, `2 190`: short enough for a row's end. */
export function formatShort(count: number): string {
  if (count < 10_000) return formatCount(count);
  const [size, unit] = count < 1_000_000 ? [1000, 'k'] : [1_000_000, 'M'];
  const value = count / size;
  const digits = value < 10 && size === 1_000_000 ? 2 : 1;
  return `${value >= 100 ? Math.round(value) : formatDecimal(value.toFixed(digits))}${unit}`;
}

const units = ['B', 'kB', 'MB', 'GB'];

export function formatBytes(bytes: number): string {
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return `${at === 0 ? value : formatDecimal(value.toFixed(1))} ${units[at]}`;
}

/** `82 %` with a narrow space. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const text =
    percent === 0 || percent >= 10 || Number.isInteger(percent)
      ? String(Math.round(percent))
      : formatDecimal(percent.toFixed(1));
  return `${text}${NARROW_SPACE}%`;
}
