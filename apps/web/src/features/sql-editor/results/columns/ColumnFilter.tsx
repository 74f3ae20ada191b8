import { DownOutlined } from '@ant-design/icons-svg';
import type { WindowFilter } from '@powerset/contract';
import { Button, classNames, type GridColumn, Icon, Popover } from '@powerset/ui';
import { Suspense, useState } from 'react';
import { plainNumber, useLanguage, useT } from '../../../../i18n/index.ts';
import { lazyPart } from '../../../../shell/index.ts';
import type { ResultSelection } from '../result-calls.ts';
import styles from './ColumnFilter.module.css';
import { filtersOf, withFilters } from './column-filters.ts';
import { type FilterDraft, toDraft, toFilters } from './filter-draft.ts';

const ColumnFilterForm = lazyPart(async () => (await import('./ColumnFilterForm.tsx')).ColumnFilterForm);

interface ColumnFilterProps {
  readonly column: GridColumn;
  /** Its place among the columns. */
  readonly index: number;
  readonly resultKey: string;
  readonly selection: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
}

/** The sign of a column's filter in its head, and the form that it opens. */
export function ColumnFilter({ column, index, resultKey, selection, onSelection }: ColumnFilterProps) {
  const t = useT();
  const language = useLanguage();
  const own = filtersOf(selection, column.name);
  const [draft, setDraft] = useState<FilterDraft | null>(null);
  const shown = draft ?? toDraft(own, column);
  const isReady = shown.way === 'values' || shown.operator.startsWith('is ') || shown.value !== '';
  const filters = () => {
    // What is compared with numbers is read as one.
    const value = column.type === 'number' ? plainNumber(shown.value, language) : shown.value;
    return toFilters(column.name, { ...shown, value });
  };
  const change = (filters: readonly WindowFilter[], close: () => void) => {
    close();
    onSelection(withFilters(selection, column.name, filters));
  };
  return (
    <Popover
      label={t('Filter {{name}}', { name: column.name })}
      title={t('Filter {{name}}', { name: column.name })}
      width={320}
      onOpenChange={() => setDraft(null)}
      trigger={
        <button
          type="button"
          className={classNames(styles.filter, own.length > 0 && styles.on)}
          aria-label={t('Filter {{name}}', { name: column.name })}
        >
          <Icon of={DownOutlined} size={8} />
        </button>
      }
      foot={(close) => (
        <>
          <Button isDisabled={own.length === 0} onClick={() => change([], close)}>
            {t('Clear')}
          </Button>
          <Button kind="primary" isDisabled={!isReady} onClick={() => change(filters(), close)}>
            {t('Apply')}
          </Button>
        </>
      )}
    >
      {(close) => (
        <Suspense fallback={null}>
          <ColumnFilterForm
            column={column}
            index={index}
            resultKey={resultKey}
            selection={selection}
            draft={shown}
            onDraft={setDraft}
            onSubmit={() => isReady && change(filters(), close)}
          />
        </Suspense>
      )}
    </Popover>
  );
}
