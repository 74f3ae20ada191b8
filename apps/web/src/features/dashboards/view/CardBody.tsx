import { classNames } from '@powerset/ui';
import type { ReactNode } from 'react';
import styles from './CardBody.module.css';

/** What of a card is below its head. */
export function CardBody({ children }: { children: ReactNode }) {
  return (
    <div className={classNames('chart-container dashboard-chart', styles.body)} data-card-body>
      {children}
    </div>
  );
}
