import {
  EditOutlined,
  EllipsisOutlined,
  ReloadOutlined,
  ShareAltOutlined,
  StarFilled,
  StarOutlined,
  UserAddOutlined,
} from '@ant-design/icons-svg';
import { Badge, Button, classNames, IconButton, MenuButton, textRoles } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { RequestsModal, useOpenRequests, useSharing } from '../../../access-requests/index.ts';
import { resources, useFavorites } from '../../../api/index.ts';
import { formatWhen, useLanguage, useT } from '../../../i18n/index.ts';
import { CertifiedMark } from '../../../lists/index.ts';
import { addresses, useSession, useUserId } from '../../../shell/index.ts';
import { type DashboardDialog, DashboardDialogs, Deleted } from '../dialogs/index.ts';
import { useDashboard } from '../state/index.ts';
import styles from './DashboardHead.module.css';
import { HeadEnd, HeadFrame } from './HeadFrame.tsx';
import { Presence } from './Presence.tsx';
import { useDashboardMenu } from './use-dashboard-menu.ts';
import { useDashboardReports } from './use-dashboard-reports.ts';
import { useEditMode } from './use-edit-mode.ts';
import { usePublish } from './use-publish.ts';
import { useRefresh } from './use-refresh.ts';
import { useShareChoices } from './use-share.ts';

/** Title and state at the left, actions at the right. */
export function DashboardHead() {
  const t = useT();
  const language = useLanguage();
  const title = useDashboard((state) => state.title);
  const dashboard = useDashboard((state) => state.dashboard);
  const changedAt = useDashboard((state) => state.lastModifiedTime);
  const isPublished = useDashboard((state) => state.isPublished);
  const isEmbedded = useDashboard((state) => state.features.isEmbedded === true);
  const [dialog, setDialog] = useState<DashboardDialog | null>(null);
  const publish = usePublish();
  const refresh = useRefresh();
  const editMode = useEditMode();
  const requests = useOpenRequests({ type: 'dashboard', id: dashboard.id }, dashboard.is_editable);
  const [isAnswering, setIsAnswering] = useState(false);
  const answer = () => setIsAnswering(true);
  const reports = useDashboardReports();
  const menu = useDashboardMenu({
    openDialog: setDialog,
    refresh: refresh.run,
    requests,
    answer,
    reports: reports.entries,
  });
  return (
    <HeadFrame>
      <h1 dir="auto">{title || t('[ untitled dashboard ]')}</h1>
      <CertifiedMark by={dashboard.certified_by} details={dashboard.certification_details} />
      <DashboardStar />
      {dashboard.is_editable ? (
        <button type="button" className={styles.publish} onClick={publish} title={publishTip(t, isPublished)}>
          <PublishedBadge isPublished={isPublished} />
        </button>
      ) : null}
      {dashboard.is_editable || isEmbedded ? null : <PublishedBadge isPublished={isPublished} />}
      <span className={classNames(textRoles.muted, textRoles.small, styles.when)}>
        {t('Updated {{when}}', { when: formatWhen(changedAt * 1000, Date.now(), language) })}
      </span>
      <HeadEnd>
        <Presence isEditing={false} />
        <Deleted onEdit={editMode.enter} />
        <RequestsButton count={requests} onAnswer={answer} />
        <span className={styles.wide}>
          <IconButton
            icon={ReloadOutlined}
            label={t('Refresh dashboard')}
            isBusy={refresh.isRefreshing}
            onClick={refresh.run}
          />
        </span>
        <ShareButton />
        <MenuButton
          trigger={<IconButton icon={EllipsisOutlined} label={t('More actions')} hasTooltip={false} />}
          label={t('More actions')}
          placement="bottom-end"
          items={menu}
          onOpenChange={(isOpen) => isOpen && reports.onOpen()}
        />
        {dashboard.is_editable ? (
          <span className={styles.wide}>
            <Button icon={EditOutlined} onClick={() => editMode.enter()}>
              {t('Edit dashboard')}
            </Button>
          </span>
        ) : null}
      </HeadEnd>
      {dialog ? (
        <Suspense fallback={null}>
          <DashboardDialogs dialog={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      ) : null}
      {reports.dialog}
      {isAnswering ? (
        <Suspense fallback={null}>
          <RequestsModal object={{ type: 'dashboard', id: dashboard.id }} onClose={() => setIsAnswering(false)} />
        </Suspense>
      ) : null}
    </HeadFrame>
  );
}

function RequestsButton({ count, onAnswer }: { readonly count: number; readonly onAnswer: () => void }) {
  const t = useT();
  if (count === 0) return null;
  return (
    <span className={styles.wide}>
      <Button icon={UserAddOutlined} onClick={onAnswer}>
        {count === 1 ? t('1 asks for access') : t('{{count}} ask for access', { count })}
      </Button>
    </span>
  );
}

function ShareButton() {
  const t = useT();
  const { can } = useSession();
  const choices = useShareChoices();
  const { id, is_editable: isEditable } = useDashboard((state) => state.dashboard);
  const title = useDashboard((state) => state.title);
  const sharing = useSharing(isEditable ? { type: 'dashboard', id, title, url: addresses.dashboard(id) } : null);
  if (!can('can_share_dashboard', 'Superset')) return null;
  return (
    <span className={styles.wide}>
      {sharing.dialog}
      <MenuButton
        trigger={<IconButton icon={ShareAltOutlined} label={t('Share')} />}
        label={t('Share')}
        placement="bottom-end"
        items={[...choices, ...sharing.entries]}
      />
    </span>
  );
}

/** Favorites are kept with an account. */
function DashboardStar() {
  return useUserId() === null ? null : <OwnStar />;
}

function OwnStar() {
  const t = useT();
  const id = useDashboard((state) => state.dashboard.id);
  const favorites = useFavorites(resources.dashboards, [id], {
    statusFailed: t('There was an issue fetching the favorite status of this dashboard.'),
    saveFailed: t('There was an issue favoriting this dashboard.'),
  });
  const isStarred = favorites.isFavorite(id);
  return (
    <span className={isStarred ? styles.starred : undefined}>
      <IconButton
        icon={isStarred ? StarFilled : StarOutlined}
        size="small"
        isOn={isStarred}
        label={isStarred ? t('Remove from favorites') : t('Add to favorites')}
        onClick={() => void favorites.toggle(id)}
      />
    </span>
  );
}

function PublishedBadge({ isPublished }: { isPublished: boolean }) {
  const t = useT();
  return <Badge kind={isPublished ? 'success' : 'neutral'}>{isPublished ? t('Published') : t('Draft')}</Badge>;
}

function publishTip(t: ReturnType<typeof useT>, isPublished: boolean): string {
  return isPublished
    ? t('This dashboard is published. Click to make it a draft.')
    : t(
        'This dashboard is not published which means it will not show up in the list of dashboards. Click to publish this dashboard.',
      );
}
