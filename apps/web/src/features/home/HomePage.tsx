import { textRoles } from '@powerset/ui';
import { OwnNews } from '../../access-requests/index.ts';
import { useT } from '../../i18n/index.ts';
import { usePageTitle, useSession, useUserId } from '../../shell/index.ts';
import { AccessNotice } from './AccessNotice.tsx';
import { FailedSchedules } from './FailedSchedules.tsx';
import { FindCard } from './FindCard.tsx';
import { GetStarted } from './GetStarted.tsx';
import styles from './HomePage.module.css';
import { RecentsSection } from './RecentsSection.tsx';
import { SavedQueriesSection } from './SavedQueriesSection.tsx';
import { WaysOn } from './WaysOn.tsx';

/** Where one starts. */
export function HomePage() {
  const t = useT();
  usePageTitle(t('Home'));
  const userId = useUserId();
  const { can } = useSession();
  const mayReadSome = can('can_read', 'Dashboard') || can('can_read', 'Chart');
  return (
    <div className={styles.page}>
      <h1 className={textRoles.spoken}>{t('Home')}</h1>
      <div className={styles.main}>
        {userId === null ? null : (
          <>
            <AccessNotice />
            <OwnNews />
            <FailedSchedules userId={userId} />
          </>
        )}
        <WaysOn />
        {mayReadSome ? <RecentsSection userId={userId} /> : null}
        {userId === null ? null : <SavedQueriesSection />}
      </div>
      <aside className={styles.side} aria-label={t('First steps and shortcuts')}>
        {userId === null ? null : <GetStarted userId={userId} />}
        <FindCard />
      </aside>
    </div>
  );
}
