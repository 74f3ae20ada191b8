import { PartitionOutlined } from '@ant-design/icons-svg';
import { Button, MenuButton } from '@powerset/ui';
import type { Drilling } from '../../../drilling/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './ChartPane.module.css';

/** The rows behind the whole chart, and its numbers by another column, for who may see them. */
export function DrillButton({ drilling }: { readonly drilling: Drilling }) {
  const t = useT();
  if (drilling.entries.length === 0) return null;
  return (
    <MenuButton
      label={t('Drill')}
      placement="bottom-end"
      items={drilling.entries}
      trigger={
        <Button kind="text" size="small" className={styles.tool} icon={PartitionOutlined}>
          {t('Drill')}
        </Button>
      }
    />
  );
}
