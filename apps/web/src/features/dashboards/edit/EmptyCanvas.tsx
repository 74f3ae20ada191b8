import { DatabaseOutlined, FileOutlined, PieChartOutlined } from '@ant-design/icons-svg';
import { Icon, type IconType, useMedia } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useSession } from '../../../shell/index.ts';
import { layoutOf, useOpenDashboard } from '../state/index.ts';
import styles from './EmptyCanvas.module.css';
import { useEditStore } from './edit-context.tsx';
import { FirstDashboardModal } from './first/index.ts';

/** How a dashboard begins: from a dataset, from charts that are there, or from an empty page. */
export function EmptyCanvas() {
  const t = useT();
  const edit = useEditStore();
  const { store } = useOpenDashboard();
  const { can } = useSession();
  const isPhone = useMedia('(max-width: 599px)');
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <section className={styles.offers} aria-label={t('How the dashboard begins')}>
      {can('can_write', 'Chart') ? (
        <Offer
          icon={DatabaseOutlined}
          title={t('From a dataset')}
          text={t('Figures, a line over time, the largest groups, a table and filters are proposed from its columns.')}
          onClick={() => setIsChoosing(true)}
        />
      ) : null}
      <Offer
        icon={PieChartOutlined}
        title={t('From charts')}
        text={
          isPhone ? t('Pick charts from the list.') : t('Pick charts from the list at the right, or drag them here.')
        }
        onClick={() =>
          edit.setState(({ searches }) => ({
            pane: 'charts',
            searches: searches + 1,
            builderOver: layoutOf(store.getState()),
          }))
        }
      />
      <Offer
        icon={FileOutlined}
        title={t('From an empty page')}
        text={t('Place rows, columns, tabs and texts yourself.')}
        onClick={() => edit.setState({ isBegun: true, builderOver: layoutOf(store.getState()) })}
      />
      {isChoosing ? (
        <Suspense fallback={null}>
          <FirstDashboardModal onClose={() => setIsChoosing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

interface OfferProps {
  readonly icon: IconType;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}

function Offer({ icon, title, text, onClick }: OfferProps) {
  return (
    <button type="button" className={styles.offer} onClick={onClick}>
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      <span className={styles.title}>{title}</span>
      <span className={styles.text}>{text}</span>
    </button>
  );
}
