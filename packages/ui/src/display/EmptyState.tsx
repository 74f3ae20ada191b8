import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconType } from './Icon.tsx';
import './display.css';

export interface EmptyStateProps {
  readonly title: ReactNode;
  /** Why there is nothing. */
  readonly text?: ReactNode;
  readonly icon?: IconType;
  /** The action that changes it. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'medium' | 'big';
}

/** Nothing to show: says why, and offers what changes it. */
export function EmptyState({ title, text, icon, actions, size = 'medium' }: EmptyStateProps) {
  return (
    <div className={classNames('ps-empty', `ps-empty--${size}`)}>
      {icon ? (
        <span className="ps-empty__icon">
          <Icon of={icon} size={size === 'big' ? 24 : 16} />
        </span>
      ) : null}
      <div className="ps-empty__title">{title}</div>
      {text ? <div className="ps-empty__text">{text}</div> : null}
      {actions ? <div className="ps-empty__actions">{actions}</div> : null}
    </div>
  );
}
