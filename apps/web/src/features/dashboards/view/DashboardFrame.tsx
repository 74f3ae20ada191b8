import { classNames } from '@powerset/ui';
import type { PointerEvent, ReactNode, Ref } from 'react';
import styles from './DashboardFrame.module.css';

/** The dashboard on the page; in a row stand what is at its sides and its main part. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  return <div className={classNames('dashboard', styles.frame)}>{children}</div>;
}

export function DashboardMain({ children }: { children: ReactNode }) {
  return <div className={classNames('dashboard-content', styles.main)}>{children}</div>;
}

interface DashboardScrollProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly children: ReactNode;
}

/** The part that scrolls under head and tabs. */
export function DashboardScroll({ ref, onPointerDown, children }: DashboardScrollProps) {
  return (
    <div ref={ref} className={classNames('grid-container', styles.scroll)} onPointerDown={onPointerDown}>
      {children}
    </div>
  );
}
