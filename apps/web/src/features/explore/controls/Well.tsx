import { PlusOutlined } from '@ant-design/icons-svg';
import { classNames, Icon } from '@powerset/ui';
import { type DragEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { type DragItem, isFieldDrag, readDrag } from '../drag.ts';
import { useWellFocus } from './use-well-focus.ts';
import styles from './Well.module.css';

export interface WellProps {
  readonly children?: ReactNode;
  /** Absent while nothing more fits. */
  readonly addLabel?: string;
  readonly onAdd?: () => void;
  readonly addRef?: Ref<HTMLButtonElement>;
  readonly onDropItem: (item: DragItem) => void;
  readonly label: string;
}

/** The place of dimensions, metrics or filters: what is in it, and a slot that takes a press or a drop. */
export function Well({ children, addLabel, onAdd, addRef, onDropItem, label }: WellProps) {
  const [isOver, setIsOver] = useState(false);
  const well = useRef<HTMLDivElement>(null);
  const focus = useWellFocus(well);
  const onDragOver = (event: DragEvent) => {
    if (!isFieldDrag(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setIsOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setIsOver(false);
    const item = readDrag(event);
    if (!item) return;
    event.preventDefault();
    onDropItem(item);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div
      ref={well}
      {...focus}
      role="group"
      aria-label={label}
      className={classNames(styles.well, isOver && styles.over)}
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      {children}
      {addLabel ? (
        <button ref={addRef} type="button" className={styles.add} data-adds onClick={onAdd}>
          <Icon of={PlusOutlined} size={12} />
          {addLabel}
        </button>
      ) : null}
    </div>
  );
}
