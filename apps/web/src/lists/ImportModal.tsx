import { Button, Checkbox, ErrorBox, Field, Modal, TextArea, TextInput, textRoles } from '@powerset/ui';
import { useRef, useState } from 'react';
import type { Resource } from '../api/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './ImportModal.module.css';
import type { FileRefusal, SecretQuestion } from './import-problems.ts';
import { type SecretAnswers, secretOf, useImport, withSecret } from './use-import.ts';

interface ImportModalProps {
  readonly resource: Resource;
  readonly title: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes an export bundle; asks for passwords and for permission to overwrite when the server needs them. */
export function ImportModal({ resource, title, onClose, onDone }: ImportModalProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [secrets, setSecrets] = useState<SecretAnswers>({});
  const [isOverwrite, setIsOverwrite] = useState(false);
  const { problems, refusals, error, isBusy, run, reset } = useImport({ resource, onClose, onDone });
  const needsConsent = (problems?.existing.length ?? 0) > 0 && !isOverwrite;
  const needsSecret = problems?.secrets.some((question) => secretOf(secrets, question) === '') ?? false;
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setSecrets({});
    setIsOverwrite(false);
    reset();
  };
  return (
    <Modal
      title={t('Import {{what}}', { what: title })}
      onClose={onClose}
      isSticky
      onSubmit={() => file && void run({ file, isOverwrite, secrets })}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={!file || needsConsent || needsSecret}>
            {t('Import')}
          </Button>
        </>
      }
    >
      <Field label={t('Export bundle')} help={t('A ZIP file that this application or Superset exported.')}>
        {(ids) => (
          <span className={styles.chosen}>
            <Button onClick={() => input.current?.click()}>{t('Choose a file')}</Button>
            <bdi className={textRoles.secondary}>{file?.name}</bdi>
            {/* The browser would word its own button in its own language. */}
            <input
              {...ids}
              ref={input}
              type="file"
              accept=".zip"
              className={textRoles.spoken}
              tabIndex={-1}
              onChange={(event) => choose(event.target.files?.[0] ?? null)}
            />
          </span>
        )}
      </Field>
      {problems?.secrets.map((question) => (
        <SecretField
          key={`${question.kind} ${question.file}`}
          question={question}
          value={secretOf(secrets, question)}
          onChange={(value) => setSecrets(withSecret(secrets, question, value))}
        />
      ))}
      {problems && problems.existing.length > 0 ? (
        <div className={styles.existing}>
          <p>{t('These exist already:')}</p>
          <FileList files={problems.existing.map((file) => ({ file, texts: [] }))} />
          <Checkbox isChecked={isOverwrite} onChange={setIsOverwrite}>
            {t('Overwrite what exists')}
          </Checkbox>
        </div>
      ) : null}
      {error ? <ErrorBox title={t('The import did not work')} text={error} /> : null}
      {refusals.length > 0 ? <FileList files={refusals} /> : null}
    </Modal>
  );
}

/** Files of a bundle, each with what is wrong with it; of many the first ones are in sight. */
function FileList({ files }: { files: readonly FileRefusal[] }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <ul className={styles.files} aria-label={t('Export bundle')} tabIndex={0}>
      {files.map(({ file, texts }) => (
        <li key={file}>
          <bdi dir="ltr" className={textRoles.code}>
            {file}
          </bdi>
          {texts.map((text) => (
            <span key={text} dir="auto">
              {text}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface SecretFieldProps {
  readonly question: SecretQuestion;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SecretField({ question, value, onChange }: SecretFieldProps) {
  const t = useT();
  const name = question.file;
  const labels = {
    password: t('Password for {{name}}', { name }),
    tunnelPassword: t('SSH tunnel password for {{name}}', { name }),
    tunnelKey: t('SSH tunnel private key for {{name}}', { name }),
    tunnelKeyPassword: t('SSH tunnel private key password for {{name}}', { name }),
  };
  return (
    <Field label={labels[question.kind]}>
      {(ids) =>
        question.kind === 'tunnelKey' ? (
          <TextArea {...ids} rows={4} value={value} onChange={onChange} />
        ) : (
          <TextInput {...ids} type="password" value={value} onChange={onChange} />
        )
      }
    </Field>
  );
}
