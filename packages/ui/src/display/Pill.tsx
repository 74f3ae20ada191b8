import { CloseOutlined } from '@ant-design/icons-svg';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { useUiTexts } from '../texts.tsx';
import { Icon, type IconType } from './Icon.tsx';
import styles from './Pill.module.css';
import { textRoles } from './text-roles.ts';

export type PillKind = 'column' | 'metric' | 'filter' | 'selection';

const kindClasses: Readonly<Record<PillKind, string | undefined>> = {
  column: undefined,
  metric: styles.metric,
  filter: undefined,
  selection: styles.selection,
};

export interface PillProps {
  readonly icon: IconType;
  readonly name: ReactNode;
  readonly value?: ReactNode;
  readonly kind?: PillKind;
  /** The value stands at the pill's end, away from the name. */
  readonly hasValueAtEnd?: boolean;
  /** Opens the editor of what it stands for. */
  readonly onOpen?: () => void;
  readonly onRemove?: () => void;
  /** Spoken name of the remove button. */
  readonly removeLabel?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A dimension, metric or filter in a well: type, name, value, remove. */
export function Pill(props: PillProps) {
  const { icon, name, value, kind = 'column', hasValueAtEnd, onOpen, onRemove, removeLabel, ref } = props;
  const texts = useUiTexts();
  const content = (
    <>
      <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
        {name}
      </span>
      {value === undefined ? null : (
        <span dir="auto" className={classNames(styles.value, hasValueAtEnd && styles.atEnd, textRoles.truncated)}>
          {value}
        </span>
      )}
    </>
  );
  return (
    <div className={classNames(styles.pill, kindClasses[kind])} data-pill>
      <span className={styles.kind}>
        <Icon of={icon} size={12} />
      </span>
      {onOpen ? (
        <button ref={ref} type="button" className={styles.main} onClick={onOpen}>
          {content}
        </button>
      ) : (
        <span className={styles.main}>{content}</span>
      )}
      {onRemove ? (
        <button type="button" className={styles.remove} aria-label={removeLabel ?? texts.remove} onClick={onRemove}>
          <Icon of={CloseOutlined} size={10} />
        </button>
      ) : null}
    </div>
  );
}
