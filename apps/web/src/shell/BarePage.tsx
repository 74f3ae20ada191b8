import { cardSurface, classNames } from '@powerset/ui';
import type { FormHTMLAttributes, ReactNode } from 'react';
import styles from './BarePage.module.css';
import { BrandName } from './BrandName.tsx';

/** The page of somebody who is not signed in yet: the product's name above one card. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.brand}>
        <BrandName size={28} />
      </div>
      <div className={classNames(cardSurface, styles.card)}>{children}</div>
    </div>
  );
}

/** The fields of such a page, one below the other. */
export function BareForm(form: FormHTMLAttributes<HTMLFormElement>) {
  return <form {...form} className={styles.form} />;
}
