import { ApiOutlined, CodeOutlined, UploadOutlined } from '@ant-design/icons-svg';
import { cardSurface, classNames, Icon, type IconType, textRoles, UiLink } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import { addresses, mayUpload, useSession } from '../../shell/index.ts';
import styles from './WaysOn.module.css';

interface Way {
  readonly address: string;
  readonly icon: IconType;
  readonly title: string;
  readonly text: string;
  readonly isAllowed: boolean;
}

/** Three ways on: a file, a database, a query. */
export function WaysOn() {
  const t = useT();
  const session = useSession();
  const { can, hasRoute } = session;
  const hasExamples = session.bootstrap.conf.HAS_EXAMPLES !== 0;
  const ways: readonly Way[] = [
    {
      address: addresses.upload,
      icon: UploadOutlined,
      title: t('Upload a file'),
      text: t('CSV, Excel or Parquet'),
      isAllowed: mayUpload(session),
    },
    {
      address: addresses.newDatabase,
      icon: ApiOutlined,
      title: t('Connect a database'),
      text: t('Query where the data is'),
      isAllowed: can('can_write', 'Database'),
    },
    {
      address: addresses.newQuery,
      icon: CodeOutlined,
      title: t('Write SQL'),
      text: hasExamples ? t('Start on the example data') : t('Ask the tables you may read'),
      isAllowed: can('can_execute_sql_query', 'SQLLab'),
    },
  ];
  const offered = ways.filter((way) => way.isAllowed && hasRoute(way.address));
  if (offered.length === 0) return null;
  return (
    <ul className={styles.ways}>
      {offered.map((way) => (
        <li key={way.address}>
          <UiLink href={way.address} className={classNames(cardSurface, styles.way)}>
            <span className={styles.icon}>
              <Icon of={way.icon} size={16} />
            </span>
            <span>
              <span className={styles.title}>{way.title}</span>
              <span className={classNames(textRoles.small, textRoles.muted)}>{way.text}</span>
            </span>
          </UiLink>
        </li>
      ))}
    </ul>
  );
}
