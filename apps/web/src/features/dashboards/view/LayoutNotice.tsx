import { useT } from '../../../i18n/index.ts';
import { useDashboard } from '../state/index.ts';
import styles from './LayoutNotice.module.css';

/** What was mended or changed in reading the dashboard, and that nothing of it is stored until it is saved. */
export function LayoutNotice() {
  return (
    <>
      <FilterBoxNotice />
      <DamageNotice />
    </>
  );
}

/** Old filter boxes are native filters now; whoever may edit can keep them so. */
function FilterBoxNotice() {
  const t = useT();
  const isShown = useDashboard((state) => state.hasNewFilters && state.dashboard.is_editable);
  if (!isShown) return null;
  return (
    <div className={styles.notice} role="status">
      {t(
        'The filter boxes of this dashboard are shown as filters of the filter bar. Saving the dashboard keeps them so.',
      )}
    </div>
  );
}

function DamageNotice() {
  const t = useT();
  const problems = useDashboard((state) => state.layoutProblems);
  if (problems.length === 0) return null;
  return (
    <div className={styles.notice} role="status">
      <span>
        {t(
          'The layout of this dashboard is damaged. It is shown as far as it could be read; saving it stores the mended layout.',
        )}{' '}
        {problems
          .slice(0, 3)
          .map(({ text, values }) => t(text, values))
          .join(' ')}
      </span>
    </div>
  );
}
