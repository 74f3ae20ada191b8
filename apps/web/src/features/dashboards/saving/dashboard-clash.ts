import type { WireDashboardDetail } from '@powerset/contract';
import type { Choices } from '../../../conflicts/index.ts';
import { t } from '../../../i18n/index.ts';
import type { VersionMerge } from './merge-versions.ts';

/** Somebody else saved the dashboard meanwhile, and both changed the same. */
export class DashboardClash extends Error {
  constructor(
    readonly merge: VersionMerge,
    readonly theirs: WireDashboardDetail,
  ) {
    super(t('{{who}} changed the same.', { who: theirs.changed_by_name }));
  }
}

/** What was chosen where both changed the same. */
export interface ClashAnswer {
  readonly choices: Choices;
  /** Their version, as it was seen when this was chosen. */
  readonly seen: number;
}
