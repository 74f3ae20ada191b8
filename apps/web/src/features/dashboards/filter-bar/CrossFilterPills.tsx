import { FilterOutlined, LinkOutlined, StopOutlined } from '@ant-design/icons-svg';
import { Button, classNames, Pill } from '@powerset/ui';
import { useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { chartOfMask, chartsReachedBy, type DataMask, narrowingOf } from '../filters/index.ts';
import { findChartNode } from '../layout/index.ts';
import { layoutOf, useDashboard } from '../state/index.ts';
import styles from './CrossFilterPills.module.css';
import { columnNameOf } from './column-name.ts';
import { selectionText } from './selection-text.ts';
import { useFocusMarks, useWanted } from './use-wanted-filter.ts';

const icons = { chosen: LinkOutlined, only: FilterOutlined, not: StopOutlined };

/** Selections made in charts, each with what it says, where it comes from, and how many charts follow it. */
export function CrossFilterPills() {
  const t = useT();
  const masks = useDashboard((state) => state.crossMasks);
  const clearSelections = useDashboard((state) => state.clearSelections);
  const list = Object.values(masks);
  if (list.length === 0) return null;
  return (
    <section className={styles.pills} aria-label={t('Cross-filters')}>
      <div className={styles.head}>
        {t('Cross-filters')}
        <Button kind="link" onClick={clearSelections}>
          {t('Clear')}
        </Button>
      </div>
      {list.map((mask) => (
        <CrossFilterPill key={mask.id} mask={mask} />
      ))}
    </section>
  );
}

function CrossFilterPill({ mask }: { mask: DataMask }) {
  const t = useT();
  const drop = useDashboard((state) => state.dropSelection);
  const layout = useDashboard(layoutOf);
  const reach = useDashboard((state) => chartsReachedBy(mask.id, state.crossScopes).length);
  const verboseName = useDashboard((state) => columnNameOf(state, mask));
  const kind = narrowingOf(mask.id);
  const meta = findChartNode(layout, chartOfMask(mask.id))?.meta;
  const chart = meta?.sliceNameOverride || meta?.sliceName || '';
  const value = selectionText(mask, t);
  const field = useRef<HTMLDivElement>(null);
  useWanted(mask.id, field);
  const marks = useFocusMarks(mask.id);
  const isFocused = useDashboard((state) => state.focusedFilterField === mask.id);
  return (
    <div ref={field} {...marks} className={classNames(styles.pill, isFocused && styles.focused)} data-filter-control>
      <Pill
        icon={icons[kind ?? 'chosen']}
        kind="selection"
        name={verboseName}
        value={value}
        onRemove={() => drop(mask.id)}
        removeLabel={t('Remove {{name}}', { name: value })}
      />
      <p className={styles.from}>
        {reach === 1
          ? t('From “{{chart}}”, on 1 chart', { chart })
          : t('From “{{chart}}”, on {{count}} charts', { chart, count: reach })}
      </p>
    </div>
  );
}
