import type { ControlDefinition } from '@powerset/chart-kit';
import { Pill } from '@powerset/ui';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import type { DragItem } from '../drag.ts';
import { Well } from './Well.tsx';

/** What the card that edits one value is given; `value` is null for a new one. */
export interface ValueEditorProps<Value> {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly value: Value | null;
  readonly others: readonly Value[];
  readonly onClose: () => void;
  readonly onSave: (value: Value) => void;
}

type Look = Pick<ComponentProps<typeof Pill>, 'kind' | 'icon' | 'value'> & { readonly name: string };

interface ValuesWellProps<Value> {
  readonly control: ControlDefinition;
  readonly isMulti: boolean;
  readonly values: readonly Value[];
  readonly addLabel: string;
  readonly labelOf: (value: Value) => string;
  readonly lookOf: (value: Value) => Look;
  readonly editor: (props: ValueEditorProps<Value>) => ReactNode;
  /** What a dropped column or metric becomes; undefined where it is not taken. */
  readonly valueOfItem: (item: DragItem) => Value | undefined;
  readonly onChange: (value: unknown) => void;
}

/** One or several metrics or columns as pills. A single one hides the slot while it is filled. */
export function ValuesWell<Value>(props: ValuesWellProps<Value>) {
  const { control, isMulti, values, editor } = props;
  const t = useT();
  const addRef = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const put = (next: readonly Value[]) => props.onChange(isMulti ? next : (next.at(-1) ?? null));
  const add = (value: Value) => put(isMulti ? [...values, value] : [value]);
  const hasRoom = isMulti || values.length === 0;
  return (
    <Well
      label={t(control.label)}
      addLabel={hasRoom ? props.addLabel : undefined}
      addRef={addRef}
      onAdd={() => setIsAdding(true)}
      onDropItem={(item) => {
        const value = props.valueOfItem(item);
        if (value !== undefined) add(value);
      }}
    >
      {values.map((value, index) => (
        <EditedPill
          // biome-ignore lint/suspicious/noArrayIndexKey: the same value may stand twice; its place is part of what it means
          key={`${index}:${props.labelOf(value)}`}
          value={value}
          others={values.filter((other) => other !== value)}
          look={props.lookOf(value)}
          editor={editor}
          onChange={(next) => put(values.map((other) => (other === value ? next : other)))}
          onRemove={() => put(values.filter((other) => other !== value))}
        />
      ))}
      {isAdding
        ? editor({
            anchor: addRef,
            value: null,
            others: values,
            onClose: () => setIsAdding(false),
            onSave: (value) => {
              add(value);
              setIsAdding(false);
            },
          })
        : null}
    </Well>
  );
}

interface EditedPillProps<Value> extends Pick<ValuesWellProps<Value>, 'editor'> {
  readonly value: Value;
  readonly others: readonly Value[];
  readonly look: Look;
  readonly onChange: (value: Value) => void;
  readonly onRemove: () => void;
}

function EditedPill<Value>({ value, others, look, editor, onChange, onRemove }: EditedPillProps<Value>) {
  const t = useT();
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Pill
        ref={anchor}
        {...look}
        onOpen={() => setIsOpen(true)}
        onRemove={onRemove}
        removeLabel={t('Remove {{name}}', { name: look.name })}
      />
      {isOpen
        ? editor({
            anchor,
            value,
            others,
            onClose: () => setIsOpen(false),
            onSave: (next) => {
              onChange(next);
              setIsOpen(false);
            },
          })
        : null}
    </>
  );
}
