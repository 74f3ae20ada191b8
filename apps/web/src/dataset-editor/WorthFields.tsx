import { Field, TextArea } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { readWorth, type Worth, writeWorth } from './draft.ts';
import { TextField } from './FieldParts.tsx';

interface WorthFieldsProps {
  readonly extra: string | null | undefined;
  readonly onChange: (extra: string | null) => void;
}

/** Who stands behind a metric, column or dataset, and what to beware of. */
export function WorthFields({ extra, onChange }: WorthFieldsProps) {
  const t = useT();
  const worth = readWorth(extra);
  const patch = (change: Partial<Worth>) => onChange(writeWorth(extra, { ...worth, ...change }));
  return (
    <>
      <TextField
        label={t('Certified by')}
        value={worth.certifiedBy}
        onChange={(certifiedBy) => patch({ certifiedBy })}
      />
      <TextField label={t('Certification details')} value={worth.details} onChange={(details) => patch({ details })} />
      <Field label={t('Warning')} note={t('Markdown')}>
        {(ids) => <TextArea {...ids} rows={2} value={worth.warning} onChange={(warning) => patch({ warning })} />}
      </Field>
    </>
  );
}
