import { Button, cardSurface, classNames, ErrorBox } from '@powerset/ui';
import { resources, useList } from '../../api/index.ts';
import { scheduleErrorText, useT } from '../../i18n/index.ts';
import { addresses, useSession } from '../../shell/index.ts';
import styles from './FailedSchedules.module.css';

/** Says that the last run of a schedule of one's own failed, until one succeeds or it is paused. */
export function FailedSchedules({ userId }: { readonly userId: number }) {
  const t = useT();
  const { can, bootstrap } = useSession();
  const filters = [
    { col: 'has_failed', opr: 'eq', value: true },
    { col: 'is_active', opr: 'eq', value: true },
    { col: 'owner', opr: 'eq', value: userId },
  ];
  const isEnabled = bootstrap.runsSchedules && can('can_read', 'SavedQuery');
  const { collection, count } = useList(resources.schedules, { filters, pageSize: 1 }, { isEnabled });
  const [first] = collection;
  if (!isEnabled || !first) return null;
  const error = first.last_run?.error;
  const title =
    count === 1
      ? t('The last run of {{name}} failed', { name: first.label })
      : t('The last runs of {{count}} schedules failed', { count });
  return (
    <div className={classNames(cardSurface, styles.notice)}>
      <ErrorBox
        level="warning"
        title={title}
        text={count === 1 && error ? scheduleErrorText(error) : undefined}
        actions={
          <Button size="small" href={addresses.schedules}>
            {t('Show schedules')}
          </Button>
        }
      />
    </div>
  );
}
