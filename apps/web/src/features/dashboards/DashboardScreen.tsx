import { ChartMotion, FirstDrawing } from '@powerset/charts/views';
import { useMedia } from '@powerset/ui';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import { logEvent, usePageTitle } from '../../shell/index.ts';
import { EditScreen } from './edit/index.ts';
import { FilterBar, FilterStrip, HorizontalFilterBar, useKeptFilters, useOrientation } from './filter-bar/index.ts';
import { Opening } from './Opening.tsx';
import {
  type DashboardAddress,
  LookProvider,
  useDashboard,
  useDashboardLook,
  useOpenDashboard,
} from './state/index.ts';
import {
  DashboardFrame,
  DashboardHead,
  DashboardMain,
  DashboardScroll,
  DashboardStyle,
  LayoutNotice,
  LayoutView,
  TopTabs,
  useAutoRefresh,
  useFullSizeOfAddress,
  usePrintedSize,
  useReconnect,
  useTopNode,
} from './view/index.ts';

/** The open dashboard, to be read or to be edited. */
export function DashboardScreen({ address }: { address: DashboardAddress }) {
  const t = useT();
  const look = useDashboardLook();
  const { enterTurn } = useOpenDashboard();
  const title = useDashboard((state) => state.title);
  const id = useDashboard((state) => state.dashboard.id);
  const isEditing = useDashboard((state) => state.editMode);
  const isEmbedded = useDashboard((state) => state.features.isEmbedded === true);
  usePageTitle(title || t('[ untitled dashboard ]'));
  useAutoRefresh();
  useReconnect();
  useFullSizeOfAddress();
  usePrintedSize();
  useEffect(() => logEvent({ event_name: 'mount_dashboard', source: 'dashboard', source_id: id }), [id]);
  return (
    <LookProvider value={look}>
      <DashboardStyle />
      {isEmbedded ? null : <KeptFilters />}
      {isEditing ? (
        <Suspense fallback={<Opening />}>
          <EditScreen />
        </Suspense>
      ) : (
        <ChartMotion value={false}>
          <FirstDrawing value={enterTurn}>
            <ReadScreen address={address} />
          </FirstDrawing>
        </ChartMotion>
      )}
    </LookProvider>
  );
}

/** Kept for whoever comes back; guests of other pages have no place of their own. */
function KeptFilters() {
  useKeptFilters();
  return null;
}

const phone = '(max-width: 599px)';

function ReadScreen({ address }: { address: DashboardAddress }) {
  const isPhone = useMedia(phone);
  const { contentId } = useTopNode();
  const hasFilters = useDashboard((state) => state.features.hasNativeFilters);
  const orientation = useOrientation();
  const { hidesTitle, hidesTabs } = address.embedding;
  const hasBar = hasFilters && address.standalone < 3 && address.showsFilters;
  return (
    <DashboardFrame>
      {hasBar && !isPhone && orientation === 'VERTICAL' ? <FilterBar startsOpen={address.expandsFilters} /> : null}
      <DashboardMain>
        {address.standalone < 2 && !hidesTitle ? <DashboardHead /> : null}
        {hidesTabs ? null : <TopTabs />}
        <LayoutNotice />
        {hasBar && !isPhone && orientation === 'HORIZONTAL' ? <HorizontalFilterBar /> : null}
        {hasBar && isPhone ? <FilterStrip /> : null}
        <ScrollTo anchor={address.anchor}>
          <LayoutView contentId={contentId} />
        </ScrollTo>
      </DashboardMain>
    </DashboardFrame>
  );
}

/** Scrolls to the part that the address names. */
function ScrollTo({ anchor, children }: { anchor: string | null; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (anchor) box.current?.querySelector(`#${CSS.escape(anchor)}`)?.scrollIntoView({ block: 'center' });
  }, [anchor]);
  return <DashboardScroll ref={box}>{children}</DashboardScroll>;
}
