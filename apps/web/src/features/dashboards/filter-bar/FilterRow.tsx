import { FilterOutlined } from '@ant-design/icons-svg';
import { Button, CountBadge, Popover } from '@powerset/ui';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { countValues, type FilterEntry, isFilter } from '../filters/index.ts';
import { useDashboard } from '../state/index.ts';
import styles from './FilterRow.module.css';
import { useWantedFilters } from './use-wanted-filter.ts';

/** As wide as a filter stands in the row, with the gap behind it. */
const slotPx = 296;
/** The button of those that have no room. */
const morePx = 140;

export interface FilterRowProps {
  readonly filters: readonly FilterEntry[];
  readonly draw: (entry: FilterEntry, isInRow: boolean) => ReactNode;
}

/** Filters side by side, each wide enough to be read; the others behind a button that says how many they are. */
export function FilterRow({ filters, draw }: FilterRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const fitting = useFitting(row, filters.filter(isFilter).length);
  const at = filters.findIndex(
    (entry, index) => filters.slice(0, index + 1).filter(isFilter).length > fitting && isFilter(entry),
  );
  const shown = at < 0 ? filters : filters.slice(0, at);
  const rest = at < 0 ? [] : filters.slice(at);
  return (
    <div ref={row} className={styles.row}>
      {shown.map((entry) => draw(entry, true))}
      <MoreFilters filters={rest} draw={draw} />
    </div>
  );
}

/** How many fit beside each other: all of them, or as many as leave room for the button. */
function useFitting(row: RefObject<HTMLElement | null>, count: number): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = row;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [row]);
  if (count * slotPx <= width) return count;
  return Math.max(0, Math.floor((width - morePx) / slotPx));
}

function MoreFilters({ filters, draw }: FilterRowProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const bar = useDashboard((state) => state.bar);
  const wanted = useDashboard((state) => state.wantedFilter);
  useWantedFilters();
  const hasWanted = filters.some((entry) => entry.id === wanted);
  useEffect(() => {
    if (hasWanted) setIsOpen(true);
  }, [hasWanted]);
  const count = filters.filter(isFilter).length;
  if (count === 0) return null;
  const active = countValues(filters, bar.draft);
  const label = t('More filters ({{count}})', { count });
  return (
    <>
      <Popover
        label={label}
        width={320}
        placement="bottom-end"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <Button icon={FilterOutlined}>
            {label}
            {active > 0 ? <CountBadge count={active} isAccent /> : null}
          </Button>
        }
      >
        <div className={styles.more}>{filters.map((entry) => draw(entry, false))}</div>
      </Popover>
      {isOpen ? null : <div hidden>{filters.filter(startsByItself).map((entry) => draw(entry, false))}</div>}
    </>
  );
}

/** Takes its first value as soon as it is known: it must be there for that, seen or not. */
function startsByItself(entry: FilterEntry): boolean {
  return isFilter(entry) && entry.controlValues.defaultToFirstItem === true;
}
