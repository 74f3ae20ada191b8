import {
  AppstoreOutlined,
  DownOutlined,
  FileTextOutlined,
  FontSizeOutlined,
  InsertRowBelowOutlined,
  LayoutOutlined,
  LineOutlined,
} from '@ant-design/icons-svg';
import { useDraggable } from '@dnd-kit/core';
import type { WireChart } from '@powerset/contract';
import {
  Button,
  Checkbox,
  classNames,
  EmptyState,
  Icon,
  type IconType,
  ListSkeleton,
  lineRoles,
  MenuButton,
  SearchInput,
  Tabs,
  textRoles,
  toasts,
} from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText, listPage, resources } from '../../../api/index.ts';
import { LoadFailure } from '../../../controls/load-failure/index.ts';
import { useT } from '../../../i18n/index.ts';
import { ChartThumbnail, chartTypeName, LivePicture, useUserId } from '../../../shell/index.ts';
import { ColorSchemeField, CssField } from '../dialogs/index.ts';
import { FilterConfigModal } from '../filter-bar/index.ts';
import { chartIdsOf, firstContainer, type LayoutNode, newChartNode } from '../layout/index.ts';
import { dragHandle, layoutOf, toDashboardChart, topNodeOf, useDashboard, useOpenDashboard } from '../state/index.ts';
import styles from './BuilderPane.module.css';
import { type ChartSort, chartListQuery, chartSorts } from './chart-list.ts';
import { useEdit, useEditStore } from './edit-context.tsx';
import type { BuilderPaneName } from './edit-store.ts';
import { NewChart } from './NewChart.tsx';
import { type DragData, newPart, usePlacePart } from './use-canvas-drag.ts';

/** What can be put on the canvas, and what belongs to the dashboard as a whole. */
export function BuilderPane() {
  const t = useT();
  const edit = useEditStore();
  const pane = useEdit((state) => state.pane);
  return (
    <aside className={styles.pane} aria-label={t('Builder')}>
      <div className={styles.tabs}>
        <Tabs<BuilderPaneName>
          label={t('Builder')}
          active={pane}
          onChange={(next) => edit.setState({ pane: next })}
          items={[
            { key: 'charts', label: t('Charts') },
            { key: 'filters', label: t('Filters') },
            { key: 'style', label: t('Style') },
          ]}
        />
      </div>
      {pane === 'charts' ? <ChartsPane /> : null}
      {pane === 'filters' ? <FiltersPane /> : null}
      {pane === 'style' ? <StylePane /> : null}
    </aside>
  );
}

function ChartsPane() {
  const t = useT();
  const parts: readonly (readonly [LayoutNode['type'], string, IconType])[] = [
    ['TABS', t('Tabs'), AppstoreOutlined],
    ['ROW', t('Row'), InsertRowBelowOutlined],
    ['COLUMN', t('Column'), LayoutOutlined],
    ['HEADER', t('Header'), FontSizeOutlined],
    ['MARKDOWN', t('Text'), FileTextOutlined],
    ['DIVIDER', t('Divider'), LineOutlined],
  ];
  return (
    <>
      <div className={styles.parts}>
        {parts.map(([type, label, icon]) => (
          <Part key={type} type={type} label={label} icon={icon} />
        ))}
      </div>
      <ChartPicker />
    </>
  );
}

/** A part to drag onto the canvas; pressing it puts it at the end. */
function Part({ type, label, icon }: { type: LayoutNode['type']; label: string; icon: IconType }) {
  const data: DragData = { nodeId: null, node: newPart(type), name: label };
  const { listeners, setNodeRef } = useDraggable({ id: `part-${type}`, data: { ...data } });
  const append = useAppend();
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.part}
      {...dragHandle}
      {...listeners}
      onClick={() => append(data)}
    >
      <Icon of={icon} />
      {label}
    </button>
  );
}

/** Puts a part at the end of the open tab. */
function useAppend(): (data: DragData) => void {
  const { store } = useOpenDashboard();
  const place = usePlacePart(useEditStore());
  return (data) => {
    const layout = layoutOf(store.getState());
    const { contentId } = topNodeOf(store.getState());
    const parentId = layout[contentId] ? contentId : firstContainer(layout);
    place(data, { parentId, index: layout[parentId]?.children.length ?? 0 });
  };
}

interface AskedCharts {
  readonly search: string;
  readonly isOwn: boolean;
  readonly sort: ChartSort;
  readonly isEnabled?: boolean;
}

function useChartList({ search, isOwn, sort, isEnabled = true }: AskedCharts) {
  const t = useT();
  const userId = useUserId();
  const hasNativeFilters = useDashboard((state) => state.features.hasNativeFilters);
  const q = chartListQuery({ search, ownerId: isOwn ? userId : null, sort, hasNativeFilters });
  const query = useQuery({
    queryKey: [resources.charts.name, 'picker', q],
    queryFn: ({ signal }) => listPage(resources.charts, q, signal),
    placeholderData: (last) => last,
    enabled: isEnabled,
  });
  const { error } = query;
  useEffect(() => {
    if (!error) return;
    toasts.danger(t('Could not fetch all saved charts'), { isUnique: true });
    toasts.danger(t('Sorry there was an error fetching saved charts: {{message}}', { message: errorText(error) }), {
      isUnique: true,
    });
  }, [error, t]);
  return query;
}

/** Who has no chart of his own, as every new administrator, is shown those of others instead of nothing. */
function usePickedCharts(asked: Omit<AskedCharts, 'isEnabled'>) {
  const wanted = useChartList(asked);
  const isInstead = asked.isOwn && wanted.data?.result.length === 0;
  const all = useChartList({ ...asked, isOwn: false, isEnabled: isInstead });
  const { data, error, refetch } = isInstead ? all : wanted;
  return { charts: data?.result, isInstead, error, refetch };
}

const searchDelayMs = 250;

function ChartPicker() {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [isOwn, setIsOwn] = useState(true);
  const [sort, setSort] = useState<ChartSort>('changed_on');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { charts, isInstead, error, refetch } = usePickedCharts({ search, isOwn, sort });
  const find = useRef<HTMLDivElement>(null);
  const searches = useEdit((state) => state.searches);
  useEffect(() => {
    if (searches > 0) find.current?.querySelector('input')?.focus();
  }, [searches]);
  const sortNames = Object.keys(chartSorts).filter((name): name is ChartSort => name in chartSorts);
  return (
    <>
      <div ref={find} className={styles.find}>
        <NewChart />
        <SearchInput label={t('Search charts')} value={typed} onChange={setTyped} />
        <div className={styles.findRow}>
          <Checkbox isChecked={isOwn} onChange={setIsOwn}>
            {t('Only my charts')}
          </Checkbox>
          <MenuButton
            label={t('Sort')}
            placement="bottom-end"
            trigger={
              <Button kind="text" size="small" iconAfter={DownOutlined}>
                {t(chartSorts[sort])}
              </Button>
            }
            items={sortNames.map((name) => ({
              key: name,
              label: t(chartSorts[name]),
              isChecked: name === sort,
              onSelect: () => setSort(name),
            }))}
          />
        </div>
      </div>
      <div className={styles.charts}>
        {charts || error ? null : <ListSkeleton rows={6} />}
        {!charts && error ? (
          <LoadFailure
            title={t('The list could not be loaded')}
            error={error}
            onRetry={() => void refetch()}
            isSpoken={false}
          />
        ) : null}
        {charts?.length === 0 ? <EmptyState size="small" title={t('No charts match')} /> : null}
        {isInstead && charts && charts.length > 0 ? (
          <p className={classNames(textRoles.small, textRoles.muted, styles.ofOthers)}>
            {search === ''
              ? t('You have no charts yet. These are of others.')
              : t('None of your charts match. These are of others.')}
          </p>
        ) : null}
        {charts?.map((chart) => (
          <PickedChart key={chart.id} chart={chart} />
        ))}
      </div>
    </>
  );
}

function PickedChart({ chart }: { chart: WireChart }) {
  const t = useT();
  const isHere = useDashboard((state) => chartIdsOf(layoutOf(state)).includes(chart.id));
  const append = useAppend();
  const known = toDashboardChart(chart);
  const about = { id: chart.id, name: chart.slice_name, uuid: chart.uuid, vizType: chart.viz_type };
  const node = newChartNode(about, () => 'NEW-CHART');
  const data: DragData = { nodeId: null, node, name: chart.slice_name, chart: known };
  const { listeners, setNodeRef, isDragging } = useDraggable({
    id: `chart-${chart.id}`,
    data: { ...data },
    disabled: isHere,
  });
  const add = () => {
    if (!isHere) append(data);
  };
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={classNames(styles.chart, isHere && styles.present, isDragging && styles.dragged)}
      data-testid="picked-chart"
      aria-disabled={isHere}
      {...listeners}
      onClick={add}
    >
      <span className={styles.chartPicture}>
        <LivePicture address={chart.thumbnail_url}>
          <ChartThumbnail vizType={chart.viz_type} seed={String(chart.id)} width={74} height={46} />
        </LivePicture>
      </span>
      <span className={lineRoles.grow}>
        <span dir="auto" className={classNames(styles.chartName, textRoles.truncated)} data-testid="picked-chart-name">
          {chart.slice_name}
        </span>
        <span dir="auto" className={classNames(styles.chartAbout, textRoles.truncated)}>
          {[chartTypeName(chart.viz_type, t), chart.table?.table_name].filter(Boolean).join(' · ')}
        </span>
        {isHere ? <span className={styles.chartPresent}>{t('On this dashboard')}</span> : null}
      </span>
    </button>
  );
}

function FiltersPane() {
  const t = useT();
  const filters = useDashboard((state) => state.filters);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={styles.body}>
      {filters.map((entry) => (
        <div key={entry.id} className={lineRoles.line}>
          <span dir="auto" className={textRoles.truncated}>
            {entry.type === 'DIVIDER' ? entry.title : entry.name}
          </span>
        </div>
      ))}
      {filters.length === 0 ? (
        <p className={textRoles.muted}>{t('No filters are currently added to this dashboard.')}</p>
      ) : null}
      <Button onClick={() => setIsOpen(true)}>{t('Add/Edit Filters')}</Button>
      {isOpen ? <FilterConfigModal onClose={() => setIsOpen(false)} /> : null}
    </div>
  );
}

function StylePane() {
  const t = useT();
  const scheme = useDashboard((state) => state.metadata.color_scheme ?? null);
  const css = useDashboard((state) => state.css);
  const setMetadata = useDashboard((state) => state.setMetadata);
  const setCss = useDashboard((state) => state.setCss);
  return (
    <div className={styles.body}>
      <ColorSchemeField value={scheme} onChange={(next) => setMetadata({ color_scheme: next })} />
      <CssField value={css} rows={12} help={t('Applies to this dashboard alone.')} onChange={setCss} />
    </div>
  );
}
