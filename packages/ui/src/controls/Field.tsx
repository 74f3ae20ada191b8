import { type ReactNode, useId } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  readonly label: ReactNode;
  /** Right end of the label's line: counts, units, Optional. */
  readonly note?: ReactNode;
  readonly error?: string | null;
  readonly help?: ReactNode;
  readonly children: (ids: FieldIds) => ReactNode;
}

/** What the control takes so that label, error and help belong to it. */
export interface FieldIds {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

/** A label above a control, with its error or help below. */
export function Field({ label, note, error, help, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || help);
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {note ? <span className={styles.note}>{note}</span> : null}
      </div>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <div id={noteId} className={styles.error} role="alert">
          {error}
        </div>
      ) : null}
      {!error && help ? (
        <div id={noteId} className={styles.help}>
          {help}
        </div>
      ) : null}
    </div>
  );
}

/** What is wrong, where a control stands without a `Field`. */
export function FieldError({
  children,
  isSpoken = true,
}: {
  readonly children: ReactNode;
  readonly isSpoken?: boolean;
}) {
  return (
    <p className={styles.error} role={isSpoken ? 'alert' : undefined}>
      {children}
    </p>
  );
}

/** The looks of a field's label line and the note at its end, for fields that are built otherwise. */
export const fieldLabel = { line: styles.label, note: styles.note } as const;
