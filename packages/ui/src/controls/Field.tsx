import { type ReactNode, useId } from 'react';
import './field.css';

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
    <div className="ps-field">
      <div className="ps-field__label">
        <label htmlFor={id}>{label}</label>
        {note ? <span className="ps-field__note">{note}</span> : null}
      </div>
      {children({ id, 'aria-describedby': hasNote ? noteId : undefined, 'aria-invalid': error ? true : undefined })}
      {error ? (
        <div id={noteId} className="ps-field__error" role="alert">
          {error}
        </div>
      ) : null}
      {!error && help ? (
        <div id={noteId} className="ps-field__help">
          {help}
        </div>
      ) : null}
    </div>
  );
}
