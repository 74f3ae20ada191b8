import { FilterOutlined, MenuFoldOutlined, MenuUnfoldOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, CountBadge, EmptyState, IconButton } from '@powerset/ui';
import { type ReactNode, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { canApply, countValues, type FilterEntry, isFilter } from '../filters/index.ts';
import { FilterConfigModal } from '../modals/FilterConfigModal.tsx';
import { useDashboard } from '../state/dashboard-context.tsx';
import { CrossFilterPills } from './CrossFilterPills.tsx';
import { FilterField } from './FilterField.tsx';
import { plainText } from './plain-text.ts';

/** How many filters and selections are in effect. */
export function useActiveCount(): number {
  return useDashboard((state) => countValues(state.filters, state.bar.applied) + Object.keys(state.crossMasks).length);
}

/** The filters at the left of the dashboard; folded away it keeps its count. */
export function FilterBar({ startsOpen = true }: { startsOpen?: boolean }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(startsOpen);
  const [isConfiguring, setIsConfiguring] = useState(false);
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const count = useActiveCount();
  if (!isOpen)
    return (
      <aside className="fb is-collapsed" aria-label={t('Filters')}>
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
    <aside className="fb" aria-label={t('Filters')}>
      <div className="fb__head">
        <h2>{t('Filters')}</h2>
        {count > 0 ? <CountBadge count={count} isAccent /> : null}
        <span className="ps-end">
          {isEditable ? (
            <IconButton
              icon={SettingOutlined}
              size="small"
              label={t('Add/Edit Filters')}
              onClick={() => setIsConfiguring(true)}
            />
          ) : null}
          <IconButton
            icon={MenuFoldOutlined}
            size="small"
            label={t('Collapse filter bar')}
            onClick={() => setIsOpen(false)}
          />
        </span>
      </div>
      <FilterFields onConfigure={isEditable ? () => setIsConfiguring(true) : undefined} />
      <FilterBarFoot />
      {isConfiguring ? <FilterConfigModal onClose={() => setIsConfiguring(false)} /> : null}
    </aside>
  );
}

export function FilterFields({ onConfigure }: { onConfigure?: (() => void) | undefined }) {
  const t = useT();
  const filters = useDashboard((state) => state.filters);
  return (
    <div className="fb__body">
      {filters.length === 0 ? (
        <EmptyState
          size="small"
          icon={FilterOutlined}
          title={t('No filters are currently added to this dashboard.')}
          text={t('Click a mark in a chart to filter the others by it.')}
          actions={
            onConfigure ? (
              <Button size="small" onClick={onConfigure}>
                {t('Add filters')}
              </Button>
            ) : undefined
          }
        />
      ) : null}
      {filters.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      <CrossFilterPills />
    </div>
  );
}

function Entry({ entry }: { entry: FilterEntry }) {
  if (isFilter(entry)) return <FilterField filter={entry} />;
  return (
    <div className="fb-divider">
      <h3>{entry.title}</h3>
      {entry.description ? <p className="ps-t3 ps-s12">{plainText(entry.description)}</p> : null}
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
    <div className="fb__foot">
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
