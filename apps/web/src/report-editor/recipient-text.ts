import type { RecipientType } from '@powerset/contract';
import { t } from '../i18n/index.ts';

/** By which way somebody is reached, in words. */
export function recipientText(type: RecipientType): string {
  const texts: Readonly<Record<RecipientType, string>> = {
    Email: t('Email'),
    Slack: t('Slack'),
    SlackV2: t('Slack'),
    Webhook: t('Webhook'),
  };
  return texts[type];
}
