import { MoonOutlined, SunOutlined } from '@ant-design/icons-svg';
import { classNames, EmptyState, IconButton, textRoles, useTheme } from '@powerset/ui';
import { useParams } from 'react-router';
import { errorText } from '../../api/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { offlineFile } from '../../offline-file/index.ts';
import { OpenedPage } from './DashboardPage.tsx';
import styles from './OfflinePage.module.css';
import { HeadEnd, HeadFrame } from './view/index.ts';

/** A dashboard that was opened as a file: as of when it is, and the dashboard itself. */
export function OfflinePage() {
  const t = useT();
  const { idOrSlug = '' } = useParams();
  return (
    <div className={styles.page}>
      <FileHead />
      <div className={styles.dashboard}>
        <OpenedPage
          idOrSlug={idOrSlug}
          renderError={(error) => (
            <EmptyState size="big" title={t('The dashboard could not be opened')} text={errorText(error)} />
          )}
        />
      </div>
    </div>
  );
}

const whole = { dateStyle: 'medium', timeStyle: 'short' } as const;

function FileHead() {
  const t = useT();
  const language = useLanguage();
  const { theme, setMode } = useTheme();
  const { title, madeAt } = offlineFile();
  const isDark = theme === 'dark';
  return (
    <HeadFrame isRuled>
      <h1 dir="auto">{title}</h1>
      <span className={classNames(textRoles.muted, textRoles.small)}>
        {t('As of {{when}}', { when: new Intl.DateTimeFormat(language, whole).format(new Date(madeAt)) })}
      </span>
      <HeadEnd>
        <IconButton
          icon={isDark ? SunOutlined : MoonOutlined}
          label={isDark ? t('Light') : t('Dark')}
          onClick={() => setMode(isDark ? 'light' : 'dark')}
        />
      </HeadEnd>
    </HeadFrame>
  );
}
