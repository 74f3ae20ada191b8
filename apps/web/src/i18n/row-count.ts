import { t } from './language.ts';

/** How many rows there are, in words; `shown` where the number is written otherwise than as it is. */
export const rowCountText = (count: number, shown: string | number = count): string =>
  count === 1 ? t('1 row') : t('{{count}} rows', { count: shown });
