import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { useUiTexts } from '../texts.tsx';
import { Icon, type IconType } from './Icon.tsx';
import './display.css';

export interface PillProps {
  readonly icon: IconType;
  readonly name: ReactNode;
  readonly value?: ReactNode;
  readonly kind?: 'column' | 'metric' | 'filter';
  /** Opens the editor of what it stands for. */
  readonly onOpen?: () => void;
  readonly onRemove?: () => void;
  /** Spoken name of the remove button. */
  readonly removeLabel?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** A dimension, metric or filter in a well: type, name, value, remove. */
export function Pill({ icon, name, value, kind = 'column', onOpen, onRemove, removeLabel, ref }: PillProps) {
  const texts = useUiTexts();
  const content = (
    <>
      <span className="ps-pill__name ps-cut">{name}</span>
      {value === undefined ? null : <span className="ps-pill__value ps-cut">{value}</span>}
    </>
  );
  return (
    <div className={classNames('ps-pill', kind === 'metric' && 'ps-pill--metric')}>
      <span className="ps-pill__kind">
        <Icon of={icon} size={12} />
      </span>
      {onOpen ? (
        <button ref={ref} type="button" className="ps-pill__main" onClick={onOpen}>
          {content}
        </button>
      ) : (
        <span className="ps-pill__main">{content}</span>
      )}
      {onRemove ? (
        <button type="button" className="ps-pill__remove" aria-label={removeLabel ?? texts.remove} onClick={onRemove}>
          <Icon of={CloseOutlined} size={10} />
        </button>
      ) : null}
    </div>
  );
}
