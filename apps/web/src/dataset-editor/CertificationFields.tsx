import { Field, TextArea } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { type Certification, readCertification, writeCertification } from './draft.ts';
import { TextField } from './FieldParts.tsx';

interface CertificationFieldsProps {
  readonly extra: string | null | undefined;
  readonly onChange: (toExtra: (extra: string | null | undefined) => string | null) => void;
}

/** Who stands behind a metric, column or dataset, and what to beware of. */
export function CertificationFields({ extra, onChange }: CertificationFieldsProps) {
  const t = useT();
  const certification = readCertification(extra);
  const patch = (change: Partial<Certification>) =>
    onChange((now) => writeCertification(now, { ...readCertification(now), ...change }));
  return (
    <>
      <TextField
        label={t('Certified by')}
        value={certification.certifiedBy}
        onChange={(certifiedBy) => patch({ certifiedBy })}
      />
      <TextField
        label={t('Certification details')}
        value={certification.details}
        onChange={(details) => patch({ details })}
      />
      <Field label={t('Warning')} note={t('Markdown')}>
        {(ids) => (
          <TextArea {...ids} rows={2} value={certification.warning} onChange={(warning) => patch({ warning })} />
        )}
      </Field>
    </>
  );
}
