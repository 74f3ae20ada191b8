import { Field, TextInput } from '@powerset/ui';
import { type FieldErrors, FieldPair } from '../controls/form-modal/index.ts';
import { useT } from '../i18n/index.ts';

export interface Certification {
  readonly certifiedBy: string;
  readonly certificationDetails: string;
}

interface CertificationFieldsProps {
  readonly value: Certification;
  readonly errors: FieldErrors;
  readonly onChange: (part: Partial<Certification>) => void;
}

/** Who vouches for an object, and why. */
export function CertificationFields({ value, errors, onChange }: CertificationFieldsProps) {
  const t = useT();
  return (
    <FieldPair>
      <Field label={t('Certified by')} error={errors.certified_by}>
        {(ids) => (
          <TextInput {...ids} value={value.certifiedBy} onChange={(certifiedBy) => onChange({ certifiedBy })} />
        )}
      </Field>
      <Field label={t('Certification details')} error={errors.certification_details}>
        {(ids) => (
          <TextInput
            {...ids}
            value={value.certificationDetails}
            onChange={(certificationDetails) => onChange({ certificationDetails })}
          />
        )}
      </Field>
    </FieldPair>
  );
}
