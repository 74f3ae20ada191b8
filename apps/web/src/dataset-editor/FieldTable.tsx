import { DeleteOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons-svg';
import { Button, classNames, Icon, IconButton, textRoles } from '@powerset/ui';
import { Fragment, type ReactNode, useState } from 'react';
import { useT } from '../i18n/index.ts';
import styles from './FieldTable.module.css';

export interface FieldRow {
  readonly key: string;
  readonly name: string;
  /** The cells after the name, one per head. */
  readonly cells: readonly ReactNode[];
  /** What unfolds under the row. */
  readonly details: ReactNode;
  readonly onRemove?: () => void;
}

export interface FieldHead {
  readonly label: string;
  /** Its cells stand beside each other where the rows are cards, and name themselves. */
  readonly isShort?: boolean;
}

interface FieldTableProps {
  readonly heads: readonly FieldHead[];
  readonly rows: readonly FieldRow[];
  readonly empty: ReactNode;
  /** Without it no row can be added. */
  readonly onAdd?: () => void;
}

/** Columns or metrics as rows that unfold. */
export function FieldTable({ heads, rows, empty, onAdd }: FieldTableProps) {
  const t = useT();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen(new Set(open.has(key) ? [...open].filter((one) => one !== key) : [...open, key]));
  return (
    <>
      {rows.length === 0 ? (
        <div className={styles.empty}>{empty}</div>
      ) : (
        <FieldRows {...{ heads, rows, open, toggle }} />
      )}
      {onAdd ? (
        <Button size="small" icon={PlusOutlined} onClick={onAdd}>
          {t('Add item')}
        </Button>
      ) : null}
    </>
  );
}

interface FieldRowsProps extends Pick<FieldTableProps, 'heads' | 'rows'> {
  readonly open: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
}

/** On a phone each row is a card, whose cells carry their heads. */
function FieldRows({ heads, rows, open, toggle }: FieldRowsProps) {
  const t = useT();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th className={styles.fold}>
            <span className={textRoles.spoken}>{t('Details')}</span>
          </th>
          {heads.map((head) => (
            <th key={head.label}>{head.label}</th>
          ))}
          <th className={styles.fold}>
            <span className={textRoles.spoken}>{t('Delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.key}>
            <Row {...{ heads, row }} isOpen={open.has(row.key)} onToggle={() => toggle(row.key)} />
            {open.has(row.key) ? (
              <tr className={styles.details}>
                <td colSpan={heads.length + 2}>{row.details}</td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly heads: readonly FieldHead[];
  readonly row: FieldRow;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ heads, row, isOpen, onToggle }: RowProps) {
  const t = useT();
  return (
    <tr className={styles.row}>
      <td className={styles.fold}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-label={t('Details of {{name}}', { name: row.name })}
          onClick={onToggle}
        >
          <Icon of={RightOutlined} size={10} className={classNames(styles.caret, isOpen && styles.open)} />
        </button>
      </td>
      {row.cells.map((cell, index) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its name
          key={index}
          className={classNames(styles.cell, heads[index]?.isShort && styles.short)}
          data-head={heads[index]?.label}
        >
          {cell}
        </td>
      ))}
      <td className={styles.fold}>
        {row.onRemove ? (
          <IconButton
            icon={DeleteOutlined}
            size="small"
            label={t('Delete {{name}}', { name: row.name })}
            onClick={row.onRemove}
          />
        ) : null}
      </td>
    </tr>
  );
}
