import type { ReportState } from '@powerset/contract';
import type { BadgeKind } from '@powerset/ui';
import { t } from '../../i18n/index.ts';

export const reportStateKinds: Readonly<Record<ReportState, BadgeKind>> = {
  Success: 'success',
  Working: 'warning',
  Error: 'danger',
  'Not triggered': 'neutral',
  'On Grace': 'info',
};

export function reportStateText(state: ReportState): string {
  const texts: Readonly<Record<ReportState, string>> = {
    Success: t('Success'),
    Working: t('Working'),
    Error: t('Error'),
    'Not triggered': t('Not triggered'),
    'On Grace': t('On grace'),
  };
  return texts[state];
}
