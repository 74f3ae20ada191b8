import { defaultTranslate } from '@powerset/chart-kit';
import { Checkbox } from '@powerset/ui';
import { LegendEntries } from '../shared/maps/MapLegend.tsx';
import type { ChartViewProps } from '../shared/view-props.ts';
import styles from './LayerList.module.css';
import type { LayerEntry } from './options.ts';

interface LayerListProps extends Pick<ChartViewProps, 'translate'> {
  readonly entries: readonly LayerEntry[];
  readonly hidden: ReadonlySet<string>;
  /** Whether there is room for it without being asked for. */
  readonly isOpen: boolean;
  readonly onToggle: (id: string) => void;
}

/** The layers of the map, the topmost first: each can be hidden, and says what its colours mean. */
export function LayerList({ entries, hidden, isOpen, onToggle, translate = defaultTranslate }: LayerListProps) {
  if (entries.length === 0) return null;
  return (
    <details className={styles.list} open={isOpen} data-test="map-layers">
      <summary className={styles.head}>{translate('Layers')}</summary>
      {entries.toReversed().map(({ id, name, legend, note }) => (
        <div key={id} className={styles.layer}>
          <Checkbox isChecked={!hidden.has(id)} onChange={() => onToggle(id)}>
            <span className={styles.name}>{name}</span>
          </Checkbox>
          {note === '' ? null : <div className={styles.note}>{note}</div>}
          {legend && !hidden.has(id) ? (
            <div className={styles.legend}>
              <LegendEntries legend={legend} />
            </div>
          ) : null}
        </div>
      ))}
    </details>
  );
}
