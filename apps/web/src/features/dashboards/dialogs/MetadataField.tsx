import { Field, TextArea } from '@powerset/ui';
import { lineOfKey, useObjectTextProblem } from '../../../controls/json-text/index.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './DialogFields.module.css';

export interface MetadataFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** What the server has against it, each beginning with a key. */
  readonly refusals: readonly string[];
}

/** The settings of the dashboard as they are stored: everything that has no field of its own. */
export function MetadataField({ text, onChange, refusals }: MetadataFieldProps) {
  const t = useT();
  const problem = useObjectTextProblem(text);
  const refused = refusals.map((refusal) => {
    const line = lineOfKey(text, refusal.split(':')[0] ?? '');
    return line === null ? refusal : t('Line {{line}}: {{text}}', { line, text: refusal });
  });
  return (
    <details className={styles.advanced} open={refusals.length > 0 || undefined}>
      <summary>{t('Advanced')}</summary>
      <Field
        label={t('JSON metadata')}
        help={t(
          'Everything that is stored with the dashboard, beside its layout. A key that is taken out is forgotten.',
        )}
        error={problem ?? (refused.join(' ') || null)}
      >
        {(ids) => <TextArea {...ids} value={text} rows={14} isMono onChange={onChange} />}
      </Field>
    </details>
  );
}
