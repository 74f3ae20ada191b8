import { AreaChartOutlined, DatabaseOutlined } from '@ant-design/icons-svg';
import { Button, EmptyState } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { useLocation, useParams, useSearchParams } from 'react-router';
import { AskForAccess } from '../../access-requests/index.ts';
import { ApiError } from '../../api/index.ts';
import { useChartDefinition } from '../../chart-runs/index.ts';
import { serverText, useT } from '../../i18n/index.ts';
import { addresses, ErrorView, usePageTitle, useSession } from '../../shell/index.ts';
import { ExploreScreen } from './ExploreScreen.tsx';
import { ExploreSkeleton } from './ExploreSkeleton.tsx';
import { GalleryModal } from './modals/GalleryModal.tsx';
import { SwapDatasetModal } from './modals/SwapDatasetModal.tsx';
import { type ExploreAddress, namesSomething, readAddress } from './model/address.ts';
import { isMissing } from './model/dataset.ts';
import { startVizType } from './model/hydrate.ts';
import parts from './parts.module.css';
import { type ExploreStart, useExploreStart } from './use-explore-start.ts';

/** The chart builder at its address; each new visit starts it anew, its own changes of the address do not. */
export function ExplorePage() {
  const t = useT();
  const [search] = useSearchParams();
  const params = useParams();
  const { key, state } = useLocation();
  // Addresses that the screen writes itself carry a mark and belong to the visit before.
  const isOwn = typeof state === 'object' && state !== null && 'visit' in state;
  const visit = isOwn ? String(state.visit) : key;
  const [first, setFirst] = useState({ visit, address: readAddress(search, params) });
  if (first.visit !== visit) setFirst({ visit, address: readAddress(search, params) });
  const { address } = first;
  const start = useExploreStart(address, visit);
  usePageTitle(start.data?.slice?.slice_name ?? t('Chart'));
  if (!namesSomething(address))
    return (
      <EmptyState
        size="big"
        isPage
        icon={AreaChartOutlined}
        title={t('Missing URL parameters')}
        text={t('The URL is missing the dataset_id or slice_id parameters.')}
        actions={<Button href="/chart/add">{t('Create a new chart')}</Button>}
      />
    );
  if (start.error && isHiddenChart(start.error, address)) return <NotThere type="chart" id={address.sliceId ?? 0} />;
  const hiddenId = start.error ? hiddenDataset(start.error) : null;
  if (hiddenId !== null) return <NotThere type="dataset" id={hiddenId} />;
  if (start.error) return <NotOpened error={start.error} onRetry={() => void start.refetch()} />;
  if (!start.data) return <ExploreSkeleton isAlone={isAlone(address)} />;
  return <Started key={visit} start={start.data} address={address} visit={visit} />;
}

function NotOpened({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  return (
    <div className={parts.failure}>
      <ErrorView
        error={error}
        title={t('The chart could not be opened')}
        actions={
          <Button size="small" onClick={onRetry}>
            {t('Try again')}
          </Button>
        }
      />
    </div>
  );
}

const statusOf = (error: Error) => (error instanceof ApiError ? error.status : 0);

const isHiddenChart = (error: Error, { sliceId }: ExploreAddress) => statusOf(error) === 404 && sliceId !== null;

/** The dataset that may not be read or is gone, where that is the reason. */
function hiddenDataset(error: Error): number | null {
  const [first] = error instanceof ApiError ? error.errors : [];
  const id = first?.error_type === 'DATASOURCE_SECURITY_ACCESS_ERROR' ? Number(first.extra.datasource) : Number.NaN;
  return Number.isInteger(id) ? id : null;
}

/** Whether it is hidden or gone nobody is told. */
function NotThere({ type, id }: { type: 'chart' | 'dataset'; id: number }) {
  const t = useT();
  return (
    <EmptyState
      size="big"
      isPage
      icon={type === 'chart' ? AreaChartOutlined : DatabaseOutlined}
      title={type === 'chart' ? t('The chart could not be opened') : t('The dataset could not be opened')}
      text={
        <>
          {t('It was deleted, or you have no access to it.')}
          <Suspense fallback={null}>
            <AskForAccess type={type} object={String(id)} />
          </Suspense>
        </>
      }
      actions={<Button href={addresses.charts}>{t('All charts')}</Button>}
    />
  );
}

interface StartedProps {
  readonly start: ExploreStart;
  readonly address: ExploreAddress;
  readonly visit: string;
}

function Started({ start, address, visit }: StartedProps) {
  const { bootstrap } = useSession();
  const [chosenType, setChosenType] = useState<string | null>(null);
  const key = startVizType(chosenType ?? address.vizType, start.form_data, bootstrap.conf.DEFAULT_VIZ_TYPE);
  const { definition, error, refetch } = useChartDefinition(key);
  if (isMissing(start.dataset)) return <MissingDataset start={start} />;
  if (error) return <NotOpened error={error} onRetry={() => void refetch()} />;
  if (definition === undefined) return <ExploreSkeleton isAlone={isAlone(address)} />;
  if (definition === null) return <UnknownType vizType={key} onChoose={setChosenType} />;
  return (
    <ExploreScreen
      start={start}
      definition={definition}
      visit={visit}
      isKept={isUnderWork(address) || chosenType !== null}
      dashboardId={dashboardOf(address, start)}
      isForced={address.isForced}
      standalone={address.standalone ?? 0}
      startsNoting={address.startsNoting}
    />
  );
}

/** A type that cannot be drawn is exchanged for one that can: the chart's dataset, filters and metrics stay. */
function UnknownType({ vizType, onChoose }: { vizType: string; onChoose: (key: string) => void }) {
  const t = useT();
  const { bootstrap } = useSession();
  const refused = bootstrap.refusedPlugins?.find(({ key }) => key === vizType);
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <>
      <EmptyState
        size="big"
        title={
          refused
            ? t('The plugin {{name}} is not offered', { name: refused.name })
            : t('This visualization type is not supported.')
        }
        text={refused ? serverText(refused.reason) : vizType}
        actions={
          <>
            <Button kind="primary" onClick={() => setIsChoosing(true)}>
              {t('Choose another chart type')}
            </Button>
            <Button href="/chart/list/">{t('Back to charts')}</Button>
          </>
        }
      />
      {isChoosing ? <GalleryModal chosenKey={null} onClose={() => setIsChoosing(false)} onChoose={onChoose} /> : null}
    </>
  );
}

const isAlone = ({ standalone }: ExploreAddress) => (standalone ?? 0) > 0;

/** The form is not as it was saved. */
const isUnderWork = ({ formDataKey, givenForm }: ExploreAddress) =>
  formDataKey !== null || Object.keys(givenForm).length > 0;

/** Named by the address; a form under work has it from there. */
function dashboardOf(address: ExploreAddress, { form_data: form }: ExploreStart): number | null {
  const isKept = address.formDataKey !== null && typeof form.dashboardId === 'number';
  return address.dashboardId ?? (isKept ? Number(form.dashboardId) : null);
}

function MissingDataset({ start }: { start: ExploreStart }) {
  const t = useT();
  const [isSwapping, setIsSwapping] = useState(false);
  return (
    <>
      <EmptyState
        size="big"
        title={t('Missing dataset')}
        text={t('The dataset linked to this chart may have been deleted.')}
        actions={<Button onClick={() => setIsSwapping(true)}>{t('Swap dataset')}</Button>}
      />
      {isSwapping ? (
        <SwapDatasetModal
          onClose={() => setIsSwapping(false)}
          onChoose={(id) => {
            const slice = start.slice ? `slice_id=${start.slice.slice_id}&` : '';
            location.assign(`/explore/?${slice}datasource_type=table&datasource_id=${id}`);
          }}
        />
      ) : null}
    </>
  );
}
