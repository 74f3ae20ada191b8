import { AreaChartOutlined, StarFilled } from '@ant-design/icons-svg';
import {
  Button,
  cardSurface,
  classNames,
  EmptyState,
  Icon,
  lineRoles,
  Segmented,
  Skeleton,
  textRoles,
  UiLink,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { listMessages, resources, useFavorites } from '../../api/index.ts';
import { formatWhen, useLanguage, useT } from '../../i18n/index.ts';
import {
  addresses,
  ChartThumbnail,
  chartTypeName,
  DashboardThumbnail,
  ErrorView,
  LivePicture,
  pictureAddress,
  QueryThumbnail,
  useSession,
} from '../../shell/index.ts';
import { useKeptChoice } from './kept-choice.ts';
import styles from './RecentsSection.module.css';
import { loadRecents, type RecentItem, type RecentTab, recentTabs, VISITOR } from './recents.ts';
import { SectionHead } from './SectionHead.tsx';

const WIDTH = 221;
const HEIGHT = 116;

/** What one looked at, changed or made last. */
export function RecentsSection({ userId }: { userId: number | null }) {
  const t = useT();
  const [tab, setTab] = useKeptChoice<RecentTab>('homepage_activity_filter', recentTabs, 'viewed');
  return (
    <section aria-labelledby="recents">
      <SectionHead>
        <h2 id="recents">{t('Recents')}</h2>
        {userId === null ? null : (
          <Segmented
            label={t('Recents')}
            active={tab}
            onChange={setTab}
            items={[
              { key: 'viewed', label: t('Viewed') },
              { key: 'edited', label: t('Edited') },
              { key: 'created', label: t('Created') },
              { key: 'favorite', label: t('Favorite') },
              { key: 'mine', label: t('Mine') },
              { key: 'other', label: t('Other') },
            ]}
          />
        )}
      </SectionHead>
      <RecentCards tab={userId === null ? 'viewed' : tab} userId={userId ?? VISITOR} />
    </section>
  );
}

function useStars(items: readonly RecentItem[]) {
  const idsOf = (kind: RecentItem['kind']) =>
    items.filter((item) => item.kind === kind && item.id > 0).map((item) => item.id);
  const dashboards = useFavorites(resources.dashboards, idsOf('dashboard'));
  const charts = useFavorites(resources.charts, idsOf('chart'));
  return (item: RecentItem) =>
    item.kind === 'dashboard' ? dashboards.isFavorite(item.id) : item.kind === 'chart' && charts.isFavorite(item.id);
}

function RecentCards({ tab, userId }: { tab: RecentTab; userId: number }) {
  const t = useT();
  const recents = useQuery({
    queryKey: ['recents', tab, userId],
    queryFn: ({ signal }) => loadRecents(tab, userId, signal),
    placeholderData: (last) => last,
  });
  const isStarred = useStars(recents.data?.items ?? []);
  if (recents.error) {
    return (
      <div className={cardSurface} style={{ padding: 16 }}>
        <ErrorView
          error={recents.error}
          title={listMessages.recentActivityFailed()}
          actions={
            <Button size="small" onClick={() => void recents.refetch()}>
              {t('Try again')}
            </Button>
          }
        />
      </div>
    );
  }
  if (recents.isPending) return <RecentSkeletons />;
  const { items, isFallback } = recents.data;
  if (items.length === 0) return <NoRecents tab={tab} />;
  return (
    <>
      {isFallback && userId !== VISITOR ? (
        <p className={classNames(textRoles.small, textRoles.muted, styles.instead)}>
          {t('Nothing viewed yet: these were edited last.')}
        </p>
      ) : null}
      <ul className={styles.cards}>
        {items.map((item) => (
          <RecentCard
            key={`${item.kind}-${item.address}`}
            item={item}
            tab={isFallback ? 'edited' : tab}
            isStarred={isStarred(item)}
          />
        ))}
      </ul>
    </>
  );
}

function RecentSkeletons() {
  return (
    <div className={styles.cards}>
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className={classNames(cardSurface, styles.card)}>
          <div className={styles.picture} />
          <div className={styles.body}>
            <Skeleton width="60%" height={14} />
            <div style={{ height: 8 }} />
            <Skeleton width="40%" height={10} />
          </div>
        </div>
      ))}
    </div>
  );
}

function NoRecents({ tab }: { tab: RecentTab }) {
  const t = useT();
  const { hasRoute, can } = useSession();
  const titles = {
    viewed: t('Nothing viewed yet'),
    edited: t('Nothing edited yet'),
    created: t('Nothing created yet'),
    favorite: t('No favorites yet'),
    mine: t('Nothing of yours yet'),
    other: t('Nothing of others yet'),
  };
  const action =
    can('can_write', 'Chart') && hasRoute(addresses.newChart) ? (
      <Button size="small" href={addresses.newChart}>
        {t('Make a chart')}
      </Button>
    ) : undefined;
  return (
    <div className={cardSurface}>
      <EmptyState
        icon={AreaChartOutlined}
        title={titles[tab]}
        text={
          tab === 'favorite'
            ? t('Press the star of a dashboard or chart to find it here.')
            : t('Dashboards and charts appear here as you use them.')
        }
        actions={action}
      />
    </div>
  );
}

function whenText(t: ReturnType<typeof useT>, tab: RecentTab, when: string): string {
  if (tab === 'viewed') return t('Viewed {{when}}', { when });
  return tab === 'created' ? t('Created {{when}}', { when }) : t('Edited {{when}}', { when });
}

function RecentCard({ item, tab, isStarred }: { item: RecentItem; tab: RecentTab; isStarred: boolean }) {
  const t = useT();
  const language = useLanguage();
  const { hasRoute } = useSession();
  const kinds = {
    dashboard: t('Dashboard'),
    chart: item.vizType ? chartTypeName(item.vizType, t) : t('Chart'),
    query: t('Saved query'),
  };
  const when = item.time === null ? '' : whenText(t, tab, formatWhen(item.time, Date.now(), language));
  const title = item.title || t('[ untitled dashboard ]');
  return (
    <li className={classNames(cardSurface, styles.card)}>
      <div className={styles.picture}>
        <Picture item={item} />
      </div>
      <div className={styles.body}>
        <div className={lineRoles.line}>
          {hasRoute(item.address) ? (
            <UiLink dir="auto" href={item.address} className={classNames(styles.name, textRoles.truncated)}>
              {title}
            </UiLink>
          ) : (
            <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
              {title}
            </span>
          )}
          {isStarred ? (
            <span className={lineRoles.end} role="img" aria-label={t('Favorite')}>
              <Icon of={StarFilled} color="var(--warning-mark)" />
            </span>
          ) : null}
        </div>
        <div className={styles.line}>
          <span dir="auto" className={textRoles.truncated}>
            {kinds[item.kind]}
          </span>
          <span className={lineRoles.end}>{when}</span>
        </div>
      </div>
    </li>
  );
}

function Picture({ item }: { item: RecentItem }) {
  const seed = String(item.id);
  if (item.kind === 'query') return <QueryThumbnail sql={item.sql ?? ''} width={WIDTH} height={HEIGHT} />;
  return (
    <LivePicture address={item.id > 0 ? pictureAddress(item.kind, item.id) : null}>
      {item.kind === 'dashboard' ? (
        <DashboardThumbnail positionJson={item.positionJson} seed={seed} width={WIDTH} height={HEIGHT} />
      ) : (
        <ChartThumbnail vizType={item.vizType ?? ''} seed={seed} width={WIDTH} height={HEIGHT} padding={15} />
      )}
    </LivePicture>
  );
}
