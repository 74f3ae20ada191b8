import { Button, Checkbox, ErrorBox, Field, Modal, TextInput, toasts } from '@powerset/ui';
import { useState } from 'react';
import { errorText, importBundle, type Resource } from '../../api/index.ts';
import { useT } from '../../i18n/index.ts';
import { type ImportProblems, readImportProblems } from './import-problems.ts';

interface ImportModalProps {
  readonly resource: Resource;
  readonly title: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function useImport({ resource, onClose, onDone }: Omit<ImportModalProps, 'title'>) {
  const t = useT();
  const [problems, setProblems] = useState<ImportProblems | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const run = async (file: File, options: { isOverwrite: boolean; passwords: Readonly<Record<string, string>> }) => {
    setIsBusy(true);
    setError(null);
    try {
      await importBundle(resource, file, options);
      toasts.success(t('Imported: {{name}}', { name: file.name }));
      onDone();
      onClose();
    } catch (failure) {
      const found = readImportProblems(failure);
      setProblems(found);
      setError(found.needsPasswords.length === 0 && found.existing.length === 0 ? errorText(failure) : null);
    } finally {
      setIsBusy(false);
    }
  };
  return { problems, error, isBusy, run };
}

/** Takes an export bundle; asks for passwords and for permission to overwrite when the server needs them. */
export function ImportModal({ resource, title, onClose, onDone }: ImportModalProps) {
  const t = useT();
  const [file, setFile] = useState<File | null>(null);
  const [passwords, setPasswords] = useState<Readonly<Record<string, string>>>({});
  const [isOverwrite, setIsOverwrite] = useState(false);
  const { problems, error, isBusy, run } = useImport({ resource, onClose, onDone });
  const needsConsent = (problems?.existing.length ?? 0) > 0;
  return (
    <Modal
      title={t('Import {{what}}', { what: title })}
      onClose={onClose}
      isSticky
      onSubmit={() => file && void run(file, { isOverwrite, passwords })}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy} isDisabled={!file || (needsConsent && !isOverwrite)}>
            {t('Import')}
          </Button>
        </>
      }
    >
      <Field label={t('Export bundle')} help={t('A ZIP file that this application or Superset exported.')}>
        {(ids) => (
          <input {...ids} type="file" accept=".zip" onChange={(event) => setFile(event.target.files?.[0] ?? null)} />
        )}
      </Field>
      {problems?.needsPasswords.map((name) => (
        <Field key={name} label={t('Password for {{name}}', { name })}>
          {(ids) => (
            <TextInput
              {...ids}
              type="password"
              value={passwords[name] ?? ''}
              onChange={(value) => setPasswords({ ...passwords, [name]: value })}
            />
          )}
        </Field>
      ))}
      {needsConsent ? (
        <div>
          <p style={{ marginBottom: 8 }}>
            {t('These exist already: {{names}}', { names: problems?.existing.join(', ') ?? '' })}
          </p>
          <Checkbox isChecked={isOverwrite} onChange={setIsOverwrite}>
            {t('Overwrite what exists')}
          </Checkbox>
        </div>
      ) : null}
      {error ? <ErrorBox title={t('The import did not work')} text={error} /> : null}
    </Modal>
  );
}
