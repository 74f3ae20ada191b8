import { CloseOutlined } from '@ant-design/icons-svg';
import { IconButton } from '@powerset/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from './SidePanel.module.css';

interface SidePanelProps {
  readonly label: string;
  /** Of the column that it tells of. */
  readonly name: string;
  readonly facts: ReactNode;
  readonly tools: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** What stands beside the grid and tells of a part of it; Escape closes it. */
export function SidePanel({ label, name, facts, tools, onClose, children }: SidePanelProps) {
  const t = useT();
  return (
    <aside
      className={styles.panel}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <header className={styles.head}>
        <div className={styles.title}>
          <strong dir="auto">{name}</strong>
          <span>{facts}</span>
        </div>
        {tools}
        <IconButton icon={CloseOutlined} size="small" label={t('Close')} onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}
