import { FilterOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons-svg';
import { Button, CountBadge, classNames, EmptyState, IconButton, lineRoles, Skeleton, textRoles } from '@powerset/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { lazyPart } from '../../../shell/index.ts';
import { canApply, countValues, type FilterEntry, isFilter } from '../filters/index.ts';
import { type DashboardState, useDashboard } from '../state/index.ts';
import { CrossFilterPills } from './CrossFilterPills.tsx';
import { DescriptionText } from './DescriptionText.tsx';
import styles from './FilterBar.module.css';
import { FilterRow } from './FilterRow.tsx';
import { FilterSets, FilterSetsButton, FilterSetsPopover } from './FilterSets.tsx';
import { FilterSettings } from './FilterSettings.tsx';
import { useWantedFilters } from './use-wanted-filter.ts';

const FilterField = lazyPart(async () => (await import('./FilterField.tsx')).FilterField);
const FilterConfigModal = lazyPart(async () => (await import('./settings/FilterConfigModal.tsx')).FilterConfigModal);

/** How many filters and selections are in effect. */
export function useActiveCount(): number {
  return useDashboard((state) => countValues(state.filters, state.bar.applied) + Object.keys(state.crossMasks).length);
}

/** The settings are saved at once, which would be beside what an editor has not saved yet; the builder has its own way to them. */
const canSetFilters = ({ dashboard, editMode }: DashboardState): boolean => dashboard.is_editable && !editMode;

/** The filters at the left of the dashboard; folded away it keeps its count. */
export function FilterBar({ startsOpen = true }: { startsOpen?: boolean }) {
  const t = useT();
  // Where little room is left, as with enlarged pages, charts have it.
  const [isOpen, setIsOpen] = useState(() => startsOpen && matchMedia('(min-width: 900px)').matches);
  const [showsSets, setShowsSets] = useState(false);
  const isEditable = useDashboard(canSetFilters);
  const count = useActiveCount();
  useWantedFilters(() => setIsOpen(true));
  if (!isOpen)
    return (
      <aside className={classNames(styles.bar, styles.collapsed)} aria-label={t('Filters')}>
        <IconButton
          icon={MenuUnfoldOutlined}
          size="small"
          label={t('Expand filter bar')}
          onClick={() => setIsOpen(true)}
        />
        {count > 0 ? <CountBadge count={count} isAccent /> : null}
      </aside>
    );
  return (
    <aside className={styles.bar} aria-label={t('Filters')}>
      <div className={styles.head}>
        <h2>{t('Filters')}</h2>
        {count > 0 ? <CountBadge count={count} isAccent /> : null}
        <span className={lineRoles.end}>
          <FilterSetsButton isOpen={showsSets} onToggle={() => setShowsSets(!showsSets)} />
          {isEditable ? <FilterSettings /> : null}
          <IconButton
            icon={MenuFoldOutlined}
            size="small"
            label={t('Collapse filter bar')}
            onClick={() => setIsOpen(false)}
          />
        </span>
      </div>
      <FilterFields showsSets={showsSets} />
      <FilterBarFoot />
    </aside>
  );
}

/** The filters in one line over the charts. */
export function HorizontalFilterBar() {
  const t = useT();
  const isEditable = useDashboard(canSetFilters);
  const filters = useDashboard((state) => state.filters);
  useWantedFilters();
  return (
    <aside className={styles.across} data-filter-row aria-label={t('Filters')}>
      <div className={styles.line}>
        {isEditable ? <FilterSettings /> : null}
        <FilterSetsPopover />
        {filters.length === 0 ? (
          <div className={styles.none}>
            <NoFilters isRow />
          </div>
        ) : (
          <FilterRow filters={filters} draw={(entry, isRow) => <Entry key={entry.id} entry={entry} isRow={isRow} />} />
        )}
        <FilterBarFoot />
      </div>
      <CrossFilterPills />
    </aside>
  );
}

export interface FilterFieldsProps {
  /** The named states of the filters stand over them. */
  readonly showsSets?: boolean;
}

export function FilterFields({ showsSets = false }: FilterFieldsProps) {
  const filters = useDashboard((state) => state.filters);
  return (
    <div className={styles.fields}>
      {showsSets ? <FilterSets /> : null}
      {filters.length === 0 ? <NoFilters isRow={false} /> : null}
      {filters.map((entry) => (
        <Entry key={entry.id} entry={entry} isRow={false} />
      ))}
      <CrossFilterPills />
    </div>
  );
}

function NoFilters({ isRow }: { isRow: boolean }) {
  const t = useT();
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const [isConfiguring, setIsConfiguring] = useState(false);
  const add = isEditable ? (
    <Button size="small" onClick={() => setIsConfiguring(true)}>
      {t('Add filters')}
    </Button>
  ) : undefined;
  const title = t('No filters are currently added to this dashboard.');
  return (
    <>
      {isRow ? (
        <>
          <span className={textRoles.muted}>{title}</span>
          {add}
        </>
      ) : (
        <EmptyState
          size="small"
          icon={FilterOutlined}
          title={title}
          text={t('Click a mark in a chart to filter the others by it.')}
          actions={add}
        />
      )}
      {isConfiguring ? (
        <Suspense fallback={null}>
          <FilterConfigModal onClose={() => setIsConfiguring(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function Entry({ entry, isRow }: { entry: FilterEntry; isRow: boolean }) {
  if (isFilter(entry))
    return (
      <Suspense fallback={<FieldSkeleton />}>
        <FilterField filter={entry} isRow={isRow} />
      </Suspense>
    );
  if (isRow) return <span className={styles.divider} title={entry.title} aria-hidden="true" />;
  return (
    <div className={styles.divider}>
      <h3>{entry.title}</h3>
      {entry.description ? <DescriptionText html={entry.description} /> : null}
    </div>
  );
}

function FieldSkeleton() {
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <Skeleton width="40%" height={16} />
      <Skeleton width="100%" height={32} />
    </div>
  );
}

/** Apply and Clear all; `onDone` follows either. */
export function FilterBarFoot({ onDone, children }: { onDone?: () => void; children?: ReactNode }) {
  const t = useT();
  const filters = useDashboard((state) => state.filters);
  const bar = useDashboard((state) => state.bar);
  const applyFilters = useDashboard((state) => state.applyFilters);
  const clearFilters = useDashboard((state) => state.clearFilters);
  const hasCross = useDashboard((state) => Object.keys(state.crossMasks).length > 0);
  const hasChoice = hasCross || countValues(filters, bar.draft) > 0;
  return (
    <div className={styles.foot}>
      <Button
        kind="primary"
        isDisabled={!canApply(bar, filters)}
        onClick={() => {
          applyFilters();
          onDone?.();
        }}
      >
        {t('Apply filters')}
      </Button>
      <Button isDisabled={!hasChoice} onClick={clearFilters}>
        {t('Clear all')}
      </Button>
      {children}
    </div>
  );
}
