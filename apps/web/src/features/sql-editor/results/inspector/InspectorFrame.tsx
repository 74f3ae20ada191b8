import type { WindowFilter } from '@powerset/contract';
import { type GridCellAt, type GridColumn, type MenuEntry, SplitPane, useMedia } from '@powerset/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { lazyPart } from '../../../../shell/index.ts';
import type { ResultSelection } from '../result-calls.ts';
import styles from './InspectorFrame.module.css';

const CellInspector = lazyPart(async () => (await import('./CellInspector.tsx')).CellInspector);

interface InspectorParts {
  readonly columns: readonly GridColumn[];
  readonly canFilter: boolean;
  readonly onFilter: (filter: WindowFilter) => void;
}

export type Inspector = ReturnType<typeof useInspector>;

/** Which cell is read, and what a grid needs so that its cells can be. */
export function useInspector({ columns, canFilter, onFilter }: InspectorParts) {
  const t = useT();
  const [cell, setCell] = useState<GridCellAt | null>(null);
  const filterBy = (at: GridCellAt, isExcluding = false) => {
    const column = columns[at.column];
    if (column) onFilter(toFilter(column.name, at, isExcluding));
  };
  const cellActions = (at: GridCellAt): readonly MenuEntry[] => [
    { key: 'show', label: t('Show value'), hint: 'Enter', isKeys: true, onSelect: () => setCell(at) },
    ...(canFilter
      ? [
          { key: 'filter', label: t('Filter by this value'), onSelect: () => filterBy(at) },
          { key: 'exclude', label: t('Exclude this value'), isDisabled: at.isCut, onSelect: () => filterBy(at, true) },
        ]
      : []),
  ];
  return {
    cell,
    close: () => setCell(null),
    filterBy: canFilter ? filterBy : null,
    gridProps: {
      cellActions,
      onOpenCell: setCell,
      // The value beside the grid follows its keys.
      onFocusCell: (at: GridCellAt) => setCell((last) => last && at),
    },
  };
}

/** Of a value that is not there as a whole its beginning decides. */
const comparedCharacters = 300;

function toFilter(column: string, { value, isCut }: GridCellAt, isExcluding: boolean): WindowFilter {
  if (value === null) return { column, operator: isExcluding ? 'is not null' : 'is null' };
  const text = String(value);
  if (isCut || text.length > comparedCharacters)
    return { column, operator: 'starts with', value: text.slice(0, comparedCharacters) };
  return { column, operator: isExcluding ? '!=' : '=', value: text };
}

interface FrameProps {
  readonly inspector: Inspector;
  /** Null where the value in the grid is all there is. */
  readonly resultKey: string | null;
  readonly selection: ResultSelection;
  readonly columns: readonly GridColumn[];
  readonly children: ReactNode;
}

/** A grid, and beside it the value of the cell that was opened. */
export function InspectorFrame({ inspector, resultKey, selection, columns, children }: FrameProps) {
  const t = useT();
  const isNarrow = useMedia('(max-width: 767px)');
  const { cell } = inspector;
  const column = cell ? columns[cell.column] : undefined;
  const panel =
    cell && column ? (
      <Suspense fallback={null}>
        <CellInspector
          cell={cell}
          column={column}
          resultKey={resultKey}
          selection={selection}
          onFilter={inspector.filterBy ? () => inspector.filterBy?.(cell) : null}
          onClose={inspector.close}
        />
      </Suspense>
    ) : null;
  if (isNarrow)
    return (
      <div className={styles.narrow}>
        {children}
        {panel ? <div className={styles.over}>{panel}</div> : null}
      </div>
    );
  return (
    <SplitPane
      direction="row"
      sized="second"
      defaultSize={380}
      min={240}
      storageKey="powerset.sql-editor.value"
      label={t('Width of the value')}
      isCollapsed={panel === null}
      first={children}
      second={panel}
    />
  );
}
