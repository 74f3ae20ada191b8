import { CheckOutlined } from '@ant-design/icons-svg';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../display/Icon.tsx';
import { MiddleCut } from '../../display/MiddleCut.tsx';
import { textRoles } from '../../display/text-roles.ts';
import { Floating } from '../../floating/Floating.tsx';
import styles from './ChoiceList.module.css';
import { rowsInView, type SelectChoice, type SelectValue } from './choices.ts';

export interface ChoiceListProps {
  readonly id: string;
  readonly choices: readonly SelectChoice[];
  readonly values: readonly SelectValue[];
  /** The row that the keyboard stands on. */
  readonly at: number;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly label: string | undefined;
  readonly note: ReactNode;
  readonly isMultiple: boolean;
  readonly onChoose: (choice: SelectChoice) => void;
  readonly onClose: () => void;
}

/** The height of a row, in pixels; higher for fingers, as the style sheet has it. */
const rowHeight = () => (matchMedia('(max-width: 599px)').matches ? 40 : 28);

/** What the row of the keyboard is called, for the field that keeps the focus. */
export const rowId = (listId: string, at: number) => `${listId}-${at}`;

/** The list below a field: the choices, or a note that there are none. */
export function ChoiceList(props: ChoiceListProps) {
  const { id, choices, anchor, label, note, isMultiple, onClose } = props;
  const [list, setList] = useState<HTMLDivElement | null>(null);
  return (
    <Floating anchor={anchor} onClose={onClose} role="presentation" className={styles.layer} isAnchorWide keepsFocus>
      <div
        ref={setList}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        className={styles.list}
        // A press on a row takes the focus from nobody.
        onMouseDown={(event) => event.preventDefault()}
      >
        {choices.length === 0 ? <NothingToChoose id={rowId(id, 0)}>{note}</NothingToChoose> : null}
        {choices.length > 0 && list ? <Rows {...props} list={list} /> : null}
      </div>
    </Floating>
  );
}

/** Says that there is nothing to choose; a list without any option would be none to a screen reader. */
function NothingToChoose({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, as with every option of a list
    <div
      id={id}
      role="option"
      aria-selected="false"
      aria-disabled="true"
      className={classNames(styles.nothing, textRoles.secondary)}
    >
      {children}
    </div>
  );
}

function Rows(props: ChoiceListProps & { readonly list: HTMLElement }) {
  const { choices, at, list } = props;
  const [top, setTop] = useState(0);
  const height = rowHeight();
  useLayoutEffect(() => {
    const follow = () => setTop(list.scrollTop);
    list.addEventListener('scroll', follow, { passive: true });
    return () => list.removeEventListener('scroll', follow);
  }, [list]);
  useLayoutEffect(() => {
    const [start, end] = [at * height, (at + 1) * height];
    if (start < list.scrollTop) list.scrollTop = start;
    else if (end > list.scrollTop + list.clientHeight) list.scrollTop = end - list.clientHeight;
  }, [list, at, height]);
  const { first, end } = rowsInView(choices.length, { top, height: LIST_HEIGHT, rowHeight: height });
  return (
    <div
      role="presentation"
      className={styles.rows}
      style={{ height: choices.length * height, paddingTop: first * height }}
    >
      {choices.slice(first, end).map((choice, offset) => (
        <Row key={`${typeof choice.value}:${choice.value}`} {...props} choice={choice} index={first + offset} />
      ))}
    </div>
  );
}

/** Longer ones are cut on narrow screens, where those that begin alike could not be told apart. */
const longLabel = 40;

export function ChoiceLabel({ label }: Pick<SelectChoice, 'label'>) {
  if (typeof label === 'string' && label.length > longLabel) return <MiddleCut text={label} />;
  return (
    <span dir="auto" className={textRoles.truncated}>
      {label}
    </span>
  );
}

function Row(props: ChoiceListProps & { readonly choice: SelectChoice; readonly index: number }) {
  const { id, choice, choices, values, index, at, isMultiple, onChoose } = props;
  const isChosen = values.includes(choice.value);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points at the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={rowId(id, index)}
      role="option"
      aria-selected={isChosen}
      aria-disabled={choice.isDisabled || undefined}
      aria-setsize={choices.length}
      aria-posinset={index + 1}
      className={classNames(styles.row, isChosen && styles.chosen, index === at && styles.active)}
      onClick={() => onChoose(choice)}
    >
      <ChoiceLabel label={choice.label} />
      {isMultiple && isChosen ? (
        <span className={styles.mark}>
          <Icon of={CheckOutlined} size={12} />
        </span>
      ) : null}
    </div>
  );
}

/** The height of the list at most, as its style sheet has it. */
const LIST_HEIGHT = 266;
