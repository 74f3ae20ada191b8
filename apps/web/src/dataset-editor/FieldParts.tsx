import { Field, TextArea, TextInput } from '@powerset/ui';
import { SqlField } from '../controls/sql-field/index.ts';
import { useT } from '../i18n/index.ts';
import type { DatasetDraft } from './draft.ts';
import { toDraftNames } from './names.ts';

interface TextProps {
  readonly label: string;
  readonly value: string | null | undefined;
  readonly onChange: (value: string) => void;
}

interface CellProps extends TextProps {
  readonly placeholder?: string;
}

/** A text that is changed in its row. */
export function Cell({ label, value, onChange, placeholder }: CellProps) {
  return (
    <TextInput size="small" aria-label={label} placeholder={placeholder} value={value ?? ''} onChange={onChange} />
  );
}

interface ExpressionCellProps {
  readonly draft: DatasetDraft;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

/** An expression over the draft's columns, changed in its row. */
export function ExpressionCell({ draft, value, onChange }: ExpressionCellProps) {
  const t = useT();
  return (
    <SqlField
      label={t('SQL expression')}
      rows={1}
      names={{ columns: toDraftNames(draft) }}
      databaseId={draft.database.id}
      backend={draft.database.backend}
      value={value ?? ''}
      onChange={onChange}
    />
  );
}

/** A text among the details. */
export function TextField({ label, value, onChange }: TextProps) {
  return <Field label={label}>{(ids) => <TextInput {...ids} value={value ?? ''} onChange={onChange} />}</Field>;
}

export function DescriptionField({ value, onChange }: Omit<TextProps, 'label'>) {
  const t = useT();
  return (
    <Field label={t('Description')}>
      {(ids) => <TextArea {...ids} rows={2} value={value ?? ''} onChange={onChange} />}
    </Field>
  );
}
