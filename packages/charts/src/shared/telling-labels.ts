import { formatNumber, tellingFormat } from '@powerset/chart-kit';

type Format = (value: number | null) => string;

/** How marks say their values: with more decimals where the adaptive format would say the same of marks that differ. */
export function tellingLabels(values: readonly (number | null)[], format: Format, locale?: string): Format {
  const adaptive = (value: number) => formatNumber('SMART_NUMBER', value, locale);
  const telling = isAdaptive(format, adaptive) ? tellingFormat(values, locale) : null;
  if (!telling) return format;
  return (value) => {
    if (value === null || !Number.isFinite(value)) return format(value);
    const size = Math.abs(value);
    // The sign of a currency, and where it stands, as the format has it.
    return format(value).replace(adaptive(size), () => telling(size));
  };
}

/** Whoever chose a format has chosen its decimals. */
function isAdaptive(format: Format, adaptive: (value: number) => string): boolean {
  return [1.5, 12.34, 1_234_567].every((value) => format(value).includes(adaptive(value)));
}
