import { DeleteOutlined, RightOutlined } from '@ant-design/icons';
import { Icon, IconButton, TextInput } from '@powerset/ui';
import { Fragment, type ReactNode, useState } from 'react';
import { useT } from '../../../i18n/index.ts';

export interface FieldRow {
  readonly key: string;
  readonly name: string;
  /** The cells after the name, one per head. */
  readonly cells: readonly ReactNode[];
  /** What unfolds under the row. */
  readonly details: ReactNode;
  readonly onRemove?: () => void;
}

interface FieldTableProps {
  readonly heads: readonly string[];
  readonly rows: readonly FieldRow[];
  readonly empty: ReactNode;
}

/** Columns or metrics as rows that unfold. */
export function FieldTable({ heads, rows, empty }: FieldTableProps) {
  const t = useT();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen(new Set(open.has(key) ? [...open].filter((one) => one !== key) : [...open, key]));
  if (rows.length === 0) return <>{empty}</>;
  return (
    <table className="xp-grid">
      <thead>
        <tr>
          <th className="xp-grid__fold">
            <span className="ps-hidden">{t('Details')}</span>
          </th>
          {heads.map((head) => (
            <th key={head}>{head}</th>
          ))}
          <th className="xp-grid__fold">
            <span className="ps-hidden">{t('Delete')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.key}>
            <Row row={row} isOpen={open.has(row.key)} onToggle={() => toggle(row.key)} />
            {open.has(row.key) ? (
              <tr className="xp-grid__details">
                <td colSpan={heads.length + 2}>{row.details}</td>
              </tr>
            ) : null}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Row({ row, isOpen, onToggle }: { row: FieldRow; isOpen: boolean; onToggle: () => void }) {
  const t = useT();
  return (
    <tr>
      <td>
        <button
          type="button"
          className="xp-grid__toggle"
          aria-expanded={isOpen}
          aria-label={t('Details of {{name}}', { name: row.name })}
          onClick={onToggle}
        >
          <Icon of={RightOutlined} size={10} className={isOpen ? 'xp-caret is-open' : 'xp-caret'} />
        </button>
      </td>
      {row.cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell's place is its name
        <td key={index}>{cell}</td>
      ))}
      <td>
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

interface CellProps {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly onChange: (value: string) => void;
  readonly isMono?: boolean;
}

export function Cell({ label, value, onChange, isMono }: CellProps) {
  return (
    <TextInput
      size="small"
      aria-label={label}
      className={isMono ? 'ps-mono' : undefined}
      value={value ?? ''}
      onChange={onChange}
    />
  );
}
