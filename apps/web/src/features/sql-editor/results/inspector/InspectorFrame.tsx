import type { WindowFilter } from '@powerset/contract';
import { type GridCellAt, type GridColumn, type MenuEntry, SplitPane, useMedia } from '@powerset/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { lazyPart } from '../../../../shell/index.ts';
import type { ResultSelection } from '../result-calls.ts';
import type { KeyLink, ResultKeys } from '../use-keys.ts';
import styles from './InspectorFrame.module.css';

const ColumnPanel = lazyPart(async () => (await import('../columns/ColumnPanel.tsx')).ColumnPanel);
const CellInspector = lazyPart(async () => (await import('./CellInspector.tsx')).CellInspector);

interface InspectorParts {
  readonly columns: readonly GridColumn[];
  readonly canFilter: boolean;
  readonly onFilter: (filter: WindowFilter) => void;
  readonly linkOf: ResultKeys['linkOf'];
}

export type Inspector = ReturnType<typeof useInspector>;

/** What stands beside the grid: the value of a cell, or a column. */
interface Shown {
  readonly cell: GridCellAt | null;
  readonly columnIndex: number | null;
}

const nothing: Shown = { cell: null, columnIndex: null };

/** Which cell is read, and what a grid needs so that its cells can be. */
export function useInspector({ columns, canFilter, onFilter, linkOf }: InspectorParts) {
  const t = useT();
  const [shown, setShown] = useState<Shown>(nothing);
  const setCell = (cell: GridCellAt) => setShown({ cell, columnIndex: null });
  const openColumn = (columnIndex: number) => setShown({ cell: null, columnIndex });
  const filterBy = (at: GridCellAt, isExcluding = false) => {
    const column = columns[at.column];
    if (column) onFilter(toFilter(column.name, at, isExcluding));
  };
  const cellActions = (at: GridCellAt): readonly MenuEntry[] => [
    { key: 'show', label: t('Show value'), hint: 'Enter', isKeys: true, onSelect: () => setCell(at) },
    ...toEntries(linkOf(at)),
    ...(canFilter
      ? [
          { key: 'filter', label: t('Filter by this value'), onSelect: () => filterBy(at) },
          { key: 'exclude', label: t('Exclude this value'), isDisabled: at.isCut, onSelect: () => filterBy(at, true) },
          { key: 'column', label: t('Show column'), onSelect: () => openColumn(at.column) },
        ]
      : []),
  ];
  return {
    ...shown,
    link: shown.cell ? linkOf(shown.cell) : null,
    openColumn,
    close: () => setShown(nothing),
    filterBy: canFilter ? filterBy : null,
    gridProps: {
      cellActions,
      onOpenCell: setCell,
      // The value beside the grid follows its keys.
      onFocusCell: (at: GridCellAt) => setShown((last) => (last.cell ? { ...last, cell: at } : last)),
    },
  };
}

function toEntries(link: KeyLink | null): readonly MenuEntry[] {
  return link ? [{ key: 'follow', label: link.label, onSelect: link.follow }] : [];
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
  /** That of the rows in the grid. */
  readonly selection: ResultSelection;
  /** That of the rows which are on their way, or the same. */
  readonly wanted: ResultSelection;
  readonly onSelection: (selection: ResultSelection) => void;
  readonly columns: readonly GridColumn[];
  readonly children: ReactNode;
}

/** A grid, and beside it the value of the cell that was opened. */
export function InspectorFrame(props: FrameProps) {
  const t = useT();
  const isNarrow = useMedia('(max-width: 767px)');
  const panel = <SidePanel {...props} />;
  const { inspector, children } = props;
  const isOpen = inspector.cell !== null || (inspector.columnIndex !== null && props.resultKey !== null);
  if (isNarrow)
    return (
      <div className={styles.narrow}>
        {children}
        {isOpen ? <div className={styles.over}>{panel}</div> : null}
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
      isCollapsed={!isOpen}
      first={children}
      second={panel}
    />
  );
}

function SidePanel({ inspector, resultKey, selection, wanted, onSelection, columns }: FrameProps) {
  const { cell, columnIndex } = inspector;
  const column = columns[cell?.column ?? columnIndex ?? -1];
  if (!column) return null;
  if (cell)
    return (
      <Suspense fallback={null}>
        <CellInspector
          cell={cell}
          column={column}
          resultKey={resultKey}
          selection={selection}
          link={inspector.link}
          onFilter={inspector.filterBy ? () => inspector.filterBy?.(cell) : null}
          onClose={inspector.close}
        />
      </Suspense>
    );
  if (columnIndex === null || resultKey === null) return null;
  return (
    <Suspense fallback={null}>
      <ColumnPanel
        key={columnIndex}
        column={column}
        index={columnIndex}
        resultKey={resultKey}
        selection={wanted}
        onSelection={onSelection}
        onClose={inspector.close}
      />
    </Suspense>
  );
}
