import { GlobalOutlined } from '@ant-design/icons-svg';
import { Button, cardSurface, classNames, MenuButton } from '@powerset/ui';
import type { FormHTMLAttributes, ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import styles from './BarePage.module.css';
import { BrandName } from './BrandName.tsx';
import { useLanguageItems } from './use-language-items.ts';

/** The page of somebody who is not signed in yet: the product's name above one card. */
export function BarePage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <div className={styles.brand}>
        <BrandName size={28} />
      </div>
      <div className={classNames(cardSurface, styles.card)}>{children}</div>
      <LanguageMenu />
    </div>
  );
}

/** Whoever cannot read the page finds the names of languages, each in its own letters. */
function LanguageMenu() {
  const t = useT();
  const items = useLanguageItems();
  const shown = items.find(({ isChecked }) => isChecked)?.label;
  return (
    <MenuButton
      label={t('Language')}
      placement="top"
      items={items}
      trigger={
        <Button kind="text" icon={GlobalOutlined} label={`${t('Language')}: ${shown}`}>
          {shown}
        </Button>
      }
    />
  );
}

/** The fields of such a page, one below the other. */
export function BareForm(form: FormHTMLAttributes<HTMLFormElement>) {
  return <form {...form} className={styles.form} />;
}
