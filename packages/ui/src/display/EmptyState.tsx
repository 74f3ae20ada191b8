import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './EmptyState.module.css';
import { Icon, type IconType } from './Icon.tsx';

export interface EmptyStateProps {
  readonly title: ReactNode;
  /** Why there is nothing. */
  readonly text?: ReactNode;
  readonly icon?: IconType;
  /** The action that changes it. */
  readonly actions?: ReactNode;
  readonly size?: 'small' | 'medium' | 'big';
  readonly className?: string;
  /** It is the whole page, so its title is the page's heading. */
  readonly isPage?: boolean;
}

/** Nothing to show: says why, and offers what changes it. */
export function EmptyState({ title, text, icon, actions, size = 'medium', className, isPage }: EmptyStateProps) {
  return (
    <div
      className={classNames(styles.empty, size === 'medium' && styles.medium, size === 'big' && styles.big, className)}
    >
      {icon ? (
        <span className={styles.icon}>
          <Icon of={icon} size={size === 'big' ? 24 : 16} />
        </span>
      ) : null}
      {isPage ? <h1 className={styles.title}>{title}</h1> : <div className={styles.title}>{title}</div>}
      {text ? <div className={styles.text}>{text}</div> : null}
      {actions ? (
        <div className={styles.actions} data-large-on-touch={size === 'small' ? undefined : true}>
          {actions}
        </div>
      ) : null}
    </div>
  );
}
