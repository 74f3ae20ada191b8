import { FilterOutlined } from '@ant-design/icons-svg';
import type { WindowFilter } from '@powerset/contract';
import { Button, type GridColumn, Pill } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import type { ResultSelection } from '../result-calls.ts';
import { filtersOf, filterText, withFilters } from './column-filters.ts';
import styles from './FilterLine.module.css';

interface FilterLineProps {
  readonly columns: readonly GridColumn[];
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  /** Opens what is told of a column. */
  readonly onOpen: (index: number) => void;
  /** Null where no statement is known into which the filters could be written. */
  readonly onWrite: ((filters: readonly WindowFilter[]) => Promise<void>) | null;
}

/** The filters in force over a grid: each can be taken back, and all can be put into the SQL. */
export function FilterLine({ columns, selection, onSelection, onOpen, onWrite }: FilterLineProps) {
  const t = useT();
  const [isWriting, setIsWriting] = useState(false);
  const names = [...new Set((selection.filters ?? []).map(({ column }) => column))];
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.line} aria-label={t('Filters')}>
      <div className={styles.filters}>
        {names.map((name) => {
          const index = columns.findIndex((column) => column.name === name);
          const type = columns[index]?.type ?? 'string';
          return (
            <div key={name} className={styles.filter}>
              <Pill
                icon={FilterOutlined}
                name={name}
                value={filterText(filtersOf(selection, name), type, 'NULL')}
                onOpen={() => onOpen(index)}
                onRemove={() => onSelection(withFilters(selection, name, []))}
                removeLabel={t('Remove the filter on {{name}}', { name })}
              />
            </div>
          );
        })}
      </div>
      {onWrite ? (
        <Button
          size="small"
          isBusy={isWriting}
          onClick={() => {
            setIsWriting(true);
            void onWrite(selection.filters ?? []).finally(() => setIsWriting(false));
          }}
        >
          {names.length === 1 ? t('Put this filter into the SQL') : t('Put these filters into the SQL')}
        </Button>
      ) : null}
    </fieldset>
  );
}
