import type { WireQueryRun } from '@powerset/contract';
import { t } from '../../../i18n/index.ts';

/** Says why there may be more rows than are shown; null when all are there. */
export function limitWarning(
  run: Pick<WireQueryRun, 'limitingFactor' | 'rows' | 'extra'>,
  formatCount: (count: number) => string,
): string | null {
  const rows = formatCount(run.rows ?? 0);
  switch (run.limitingFactor) {
    case 'QUERY':
      return t('The number of rows displayed is limited to {{rows}} by the query', { rows });
    case 'DROPDOWN':
      return t('The number of rows displayed is limited to {{rows}} by the limit dropdown.', { rows });
    case 'QUERY_AND_DROPDOWN':
      return t('The number of rows displayed is limited to {{rows}} by the query and limit dropdown.', { rows });
    default:
      return run.extra.is_truncated
        ? t('The statement ran to its end. Only the first {{rows}} of the rows that it returned are shown.', { rows })
        : null;
  }
}
