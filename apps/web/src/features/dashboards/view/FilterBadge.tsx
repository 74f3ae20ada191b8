import { FilterOutlined, WarningOutlined } from '@ant-design/icons-svg';
import { Button, classNames, Popover } from '@powerset/ui';
import type { ChartRun } from '../../../chart-runs/index.ts';
import { useT } from '../../../i18n/index.ts';
import { countEffects } from '../filters/index.ts';
import type { ChartPayload } from '../state/index.ts';
import styles from './FilterBadge.module.css';
import { FilterEffectList } from './FilterEffectList.tsx';
import { useFilterEffects } from './use-filter-effects.ts';

export interface FilterBadgeProps {
  readonly chartId: number;
  readonly run: ChartRun | undefined;
  readonly payload: ChartPayload | undefined;
}

/** How many filters narrow a chart; opened it says which, which do not, and why. Nothing where nothing is filtered. */
export function FilterBadge({ chartId, run, payload }: FilterBadgeProps) {
  const t = useT();
  const effects = useFilterEffects(chartId, run, payload);
  const { applied, rejected, isWorthSaying } = countEffects(effects);
  if (!isWorthSaying) return null;
  const name =
    rejected > 0
      ? t('Filters of this chart: {{applied}} applied, {{rejected}} without effect', { applied, rejected })
      : t('Filters of this chart: {{applied}} applied', { applied });
  return (
    <span data-not-drawn data-filter-badge>
      <Popover
        label={t('Filters of this chart')}
        title={t('Filters of this chart')}
        placement="bottom-end"
        width={320}
        trigger={
          <Button
            kind="text"
            size="small"
            icon={rejected > 0 ? WarningOutlined : FilterOutlined}
            className={classNames(styles.badge, applied > 0 && styles.applied, rejected > 0 && styles.rejected)}
            label={name}
          >
            {applied}
          </Button>
        }
      >
        {(close) => <FilterEffectList effects={effects} chartId={chartId} run={run} onGo={close} />}
      </Popover>
    </span>
  );
}
