import { CloseOutlined, DownOutlined, FilterOutlined, LinkOutlined } from '@ant-design/icons-svg';
import { Button, CountBadge, IconButton, lineRoles } from '@powerset/ui';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { isFilter, isNoValue, maskValue } from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';
import { chosenText } from './chosen-text.ts';
import { FilterBarFoot, FilterFields, useActiveCount } from './FilterBar.tsx';
import { FilterSetsButton } from './FilterSets.tsx';
import { FilterSettings } from './FilterSettings.tsx';
import styles from './FilterSheet.module.css';
import { selectionText } from './selection-text.ts';
import { useWantedFilters } from './use-wanted-filter.ts';

/** On a phone: a strip with what is filtered, and the filters in a sheet from below. */
export function FilterStrip() {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const count = useActiveCount();
  const filters = useDashboard((state) => state.filters);
  const applied = useDashboard((state) => state.bar.applied);
  const crossMasks = useDashboard((state) => state.crossMasks);
  const drop = useDashboard((state) => state.dropSelection);
  useWantedFilters(() => setIsOpen(true));
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const chosen = filters.filter(isFilter).filter((filter) => !isNoValue(maskValue(applied[filter.id])));
  if (filters.length === 0 && count === 0 && !isEditable) return null;
  return (
    <>
      <div className={styles.strip}>
        <Button icon={FilterOutlined} isOn={count > 0} onClick={() => setIsOpen(true)}>
          {t('Filters')} {count > 0 ? <CountBadge count={count} isAccent /> : null}
        </Button>
        {chosen.map((filter) => (
          <Button key={filter.id} iconAfter={DownOutlined} onClick={() => setIsOpen(true)}>
            {chosenText(filter, applied[filter.id], { t, language })}
          </Button>
        ))}
        {Object.values(crossMasks).map((mask) => (
          <Button key={mask.id} icon={LinkOutlined} iconAfter={CloseOutlined} isOn onClick={() => drop(mask.id)}>
            {selectionText(mask, t)}
          </Button>
        ))}
      </div>
      {isOpen ? <FilterSheet onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function FilterSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const sheet = useRef<HTMLDivElement>(null);
  const count = useActiveCount();
  const [showsSets, setShowsSets] = useState(false);
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  useEffect(() => {
    // A filter that was asked for has the focus already.
    if (!sheet.current?.contains(document.activeElement)) sheet.current?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onClose]);
  return (
    <>
      <div className={styles.scrim} onPointerDown={onClose} />
      <div
        ref={sheet}
        className={styles.sheet}
        data-filter-sheet
        role="dialog"
        aria-modal="true"
        aria-label={t('Filters')}
        tabIndex={-1}
      >
        <div className={styles.grip} />
        <div className={styles.head}>
          <h2>{t('Filters')}</h2>
          {count > 0 ? <CountBadge count={count} isAccent /> : null}
          <span className={lineRoles.end}>
            <FilterSetsButton isOpen={showsSets} onToggle={() => setShowsSets(!showsSets)} />
            {isEditable ? <FilterSettings /> : null}
            <IconButton icon={CloseOutlined} label={t('Close')} onClick={onClose} />
          </span>
        </div>
        <FilterFields showsSets={showsSets} />
        <FilterBarFoot onDone={onClose} />
      </div>
    </>
  );
}
