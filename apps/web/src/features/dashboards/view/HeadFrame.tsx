import { classNames } from '@powerset/ui';
import type { ReactNode } from 'react';
import styles from './HeadFrame.module.css';

interface HeadFrameProps {
  /** A line below it, where no tabs follow. */
  readonly isRuled?: boolean;
  readonly children: ReactNode;
}

/** The line over a dashboard, in which its name stands. */
export function HeadFrame({ isRuled = false, children }: HeadFrameProps) {
  return (
    <header className={classNames('dashboard-header header-with-actions', styles.head, isRuled && styles.ruled)}>
      {children}
    </header>
  );
}

/** What can be done, at the line's end. */
export function HeadEnd({ children }: { children: ReactNode }) {
  return <div className={styles.end}>{children}</div>;
}
