import { CheckCircleFilled, WarningFilled } from '@ant-design/icons-svg';
import { Icon, Tooltip } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import parts from '../parts.module.css';
import styles from './CertificationMarks.module.css';

interface Marked {
  readonly is_certified?: boolean;
  readonly certified_by?: string | null;
  readonly certification_details?: string | null;
  readonly warning_text?: string | null;
  readonly warning_markdown?: string | null;
}

/** Marks at what somebody vouches for, or warns of. */
export function CertificationMarks({ of }: { of: Marked }) {
  const t = useT();
  const by = of.certified_by ? t('Certified by {{name}}', { name: of.certified_by }) : t('Certified');
  const certification = of.certification_details ? `${by}: ${of.certification_details}` : by;
  const warning = of.warning_markdown || of.warning_text;
  return (
    <>
      {of.is_certified ? (
        <Tooltip text={certification}>
          <span role="img" aria-label={certification} className={styles.certified}>
            <Icon of={CheckCircleFilled} size={12} />
          </span>
        </Tooltip>
      ) : null}
      {warning ? (
        <Tooltip text={warning}>
          <span role="img" aria-label={warning} className={parts.warning}>
            <Icon of={WarningFilled} size={12} />
          </span>
        </Tooltip>
      ) : null}
    </>
  );
}
