import { BookOutlined } from '@ant-design/icons-svg';
import { IconButton, ListSkeleton, Popover } from '@powerset/ui';
import { Suspense } from 'react';
import { useT } from '../../../i18n/index.ts';
import { lazyPart, useSession } from '../../../shell/index.ts';
import { isFilter } from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';

const FilterSetsPanel = lazyPart(async () => (await import('./sets/FilterSetsPanel.tsx')).FilterSetsPanel);

/** Loaded when it is first opened. */
export function FilterSets({ isBare = false }: { isBare?: boolean }) {
  return (
    <Suspense fallback={<ListSkeleton rows={2} />}>
      <FilterSetsPanel isBare={isBare} />
    </Suspense>
  );
}

/** There are filters whose values can be kept, for someone who may read what was kept. */
function useHasSets(): boolean {
  const { can } = useSession();
  const hasFilters = useDashboard((state) => state.filters.some(isFilter));
  return hasFilters && can('can_read', 'FilterSets');
}

/** Shows and hides the sets inside the bar. */
export function FilterSetsButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useT();
  if (!useHasSets()) return null;
  return (
    <IconButton
      icon={BookOutlined}
      size="small"
      isOn={isOpen}
      aria-expanded={isOpen}
      label={t('Filter sets')}
      onClick={onToggle}
    />
  );
}

/** In a bar that is one line high. */
export function FilterSetsPopover() {
  const t = useT();
  if (!useHasSets()) return null;
  return (
    <Popover
      label={t('Filter sets')}
      width={320}
      trigger={<IconButton icon={BookOutlined} size="small" label={t('Filter sets')} hasTooltip={false} />}
    >
      <FilterSets isBare />
    </Popover>
  );
}
