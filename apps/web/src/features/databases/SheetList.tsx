import { DeleteOutlined, PlusOutlined } from '@ant-design/icons-svg';
import { Button, type FieldIds, IconButton, TextInput } from '@powerset/ui';
import { useT } from '../../i18n/index.ts';
import styles from './SheetList.module.css';
import { inputKey, readRows, type SheetPart, type SheetRow, writeRows } from './sheet-list.ts';

interface SheetListProps {
  readonly ids: FieldIds;
  readonly name: string;
  /** The inputs that are wrong, where that is known of some; else all are. */
  readonly wrong: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Sheets as tables: the name of each table and the address of its sheet. */
export function SheetList({ ids, name: field, wrong, value, onChange }: SheetListProps) {
  const t = useT();
  const rows = readRows(value);
  const change = (at: number, part: Partial<SheetRow>) =>
    onChange(writeRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row))));
  const { id, 'aria-describedby': note, 'aria-invalid': isWrong } = ids;
  const known = wrong.filter((key) => key.startsWith(`${field}:`));
  const idsOf = (at: number, part: SheetPart) => {
    const isMeant = isWrong && (known.length === 0 || known.includes(inputKey(field, at, part)));
    const isFirst = at === 0 && part === 'name';
    return {
      ...(isFirst ? { id } : {}),
      ...(isMeant ? { 'aria-invalid': true } : {}),
      ...(isMeant || (isFirst && !isWrong) ? { 'aria-describedby': note } : {}),
    };
  };
  return (
    <div className={styles.list}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone, and its inputs hold nothing of their own.
        <div className={styles.row} key={at}>
          <TextInput
            {...idsOf(at, 'name')}
            aria-label={t('Table name')}
            placeholder={t('Table name')}
            value={row.name}
            onChange={(name) => change(at, { name })}
          />
          <TextInput
            {...idsOf(at, 'address')}
            aria-label={t('Address of the sheet')}
            placeholder="https://docs.google.com/spreadsheets/d/…"
            inputMode="url"
            value={row.address}
            onChange={(address) => change(at, { address })}
          />
          <IconButton
            icon={DeleteOutlined}
            label={t('Remove')}
            isDisabled={rows.length === 1}
            onClick={() => onChange(writeRows(rows.filter((_, index) => index !== at)))}
          />
        </div>
      ))}
      <div>
        <Button
          icon={PlusOutlined}
          size="small"
          onClick={() => onChange(JSON.stringify([...rows, { name: '', address: '' }]))}
        >
          {t('Add a sheet')}
        </Button>
      </div>
    </div>
  );
}
