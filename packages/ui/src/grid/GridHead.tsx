import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons-svg';
import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Histogram } from '../display/Histogram.tsx';
import { Icon } from '../display/Icon.tsx';
import { MiddleCut } from '../display/MiddleCut.tsx';
import { TypeIcon } from '../display/TypeIcon.tsx';
import { textRoles } from '../display/text-roles.ts';
import { useUiTexts } from '../texts.tsx';
import styles from './GridHead.module.css';
import type { Span } from './geometry.ts';
import type { GridColumn, GridSelection, GridSort } from './grid-props.ts';

interface GridHeadProps {
  readonly columns: readonly GridColumn[];
  readonly edges: readonly number[];
  readonly shown: Span;
  readonly numberWidth: number;
  readonly headHeight: number;
  readonly totalWidth: number;
  readonly hasProfile: boolean;
  readonly setWidth: (index: number, width: number) => void;
  readonly sort: GridSort | null;
  readonly onSort?: (column: number) => void;
  readonly columnExtra?: (column: GridColumn, index: number) => ReactNode;
  readonly onOpenColumn?: (index: number) => void;
  readonly selection: Pick<GridSelection, 'pressColumn' | 'enter'>;
  readonly selectAll: () => void;
}

/** The heads: what each column is called, holds and how its values spread. */
export function GridHead(props: GridHeadProps) {
  const { columns, edges, shown, numberWidth, headHeight, totalWidth } = props;
  const texts = useUiTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid drawn by position
    // biome-ignore lint/a11y/useFocusableInteractive: the grid around it holds the focus
    <div className={styles.head} role="row" aria-rowindex={1} style={{ width: totalWidth, height: headHeight }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div
        className={styles.corner}
        role="columnheader"
        aria-label={texts.rowNumber}
        aria-colindex={1}
        style={{ width: numberWidth }}
        onPointerDown={(event) => event.button === 0 && props.selectAll()}
      />
      {columns.slice(shown.first, shown.end).map((column, offset) => {
        const index = shown.first + offset;
        const left = numberWidth + (edges[index] ?? 0);
        const width = (edges[index + 1] ?? 0) - (edges[index] ?? 0);
        return (
          <HeadCell
            key={`${index}-${column.name}`}
            {...props}
            column={column}
            index={index}
            left={left}
            width={width}
          />
        );
      })}
    </div>
  );
}

function HeadCell(props: GridHeadProps & { column: GridColumn; index: number; left: number; width: number }) {
  const { column, index, left, width, sort, onSort, hasProfile, columnExtra, onOpenColumn, setWidth, selection } =
    props;
  const texts = useUiTexts();
  const isSorted = sort?.column === index;
  const order = sort?.direction === 'asc' ? 'ascending' : 'descending';
  const name = (
    <>
      <TypeIcon type={column.type} />
      <MiddleCut text={column.name} />
      {isSorted ? <Icon of={sort?.direction === 'asc' ? CaretUpOutlined : CaretDownOutlined} size={10} /> : null}
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid drawn by position
    // biome-ignore lint/a11y/useFocusableInteractive: its button holds the focus
    <div
      className={styles.column}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={isSorted ? order : undefined}
      style={{ left, width }}
      onPointerDown={(event) => isBare(event) && selection.pressColumn(index, event.shiftKey)}
      onPointerEnter={(event) => event.buttons === 1 && selection.enter(null, index)}
    >
      <div style={{ display: 'flex', alignItems: 'center' }}>
        {onSort ? (
          <button
            type="button"
            className={styles.name}
            title={texts.sortBy(column.name)}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey) selection.pressColumn(index, event.shiftKey);
              else onSort(index);
            }}
          >
            {name}
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        {columnExtra?.(column, index)}
      </div>
      {hasProfile ? <Profile column={column} onOpen={onOpenColumn && (() => onOpenColumn(index))} /> : null}
      <ResizeHandle name={column.name} width={width} onResize={(next) => setWidth(index, next)} />
    </div>
  );
}

/** Whether a press is on the head itself, not on what stands in it. */
function isBare(event: PointerEvent): boolean {
  const { target, currentTarget } = event;
  // What hangs on the head, as a filter's form, is no part of it on the page.
  if (event.button !== 0 || !(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('button, [role="separator"]') === null;
}

function Profile({ column, onOpen }: { readonly column: GridColumn; readonly onOpen: (() => void) | undefined }) {
  const texts = useUiTexts();
  const content = (
    <>
      <span className={classNames(styles.type, textRoles.truncated)}>{column.typeName}</span>
      {column.nullShare === undefined ? null : (
        <span style={{ whiteSpace: 'nowrap' }}>{texts.nullShare(texts.decimal(formatShare(column.nullShare)))}</span>
      )}
      {column.histogram ? <Histogram counts={column.histogram} isCategorical={column.type === 'string'} /> : null}
    </>
  );
  if (!onOpen) return <div className={styles.profile}>{content}</div>;
  return (
    <button type="button" className={classNames(styles.profile, styles.opens)} onClick={onOpen}>
      {/* Its name holds what is seen of it, so that it is met by whoever says that. */}
      <span className={textRoles.spoken}>{texts.showColumn(column.name)} </span>
      {content}
    </button>
  );
}

/** A share as a person writes it: `0 %`, `1.9 %`, `12 %`. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const digits = percent > 0 && percent < 10 ? 1 : 0;
  return `${percent.toFixed(digits)}\u202f%`;
}

function ResizeHandle({ name, width, onResize }: { name: string; width: number; onResize: (width: number) => void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const [isMoving, setIsMoving] = useState(false);
  const texts = useUiTexts();
  const stop = () => {
    start.current = null;
    setIsMoving(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is this role, not a rule
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={texts.resizeColumn(name)}
      aria-valuenow={width}
      className={classNames(styles.resize, isMoving && styles.moving)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
        event.preventDefault();
        event.stopPropagation();
        onResize(width + (event.key === 'ArrowRight' ? 16 : -16));
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width };
        setIsMoving(true);
      }}
      onPointerMove={(event) => start.current && onResize(start.current.width + event.clientX - start.current.x)}
      onPointerUp={stop}
      onPointerCancel={stop}
    />
  );
}
