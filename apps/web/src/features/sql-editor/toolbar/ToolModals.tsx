import { Button, copyText, Field, Modal, RadioGroup, sayBeside, TextArea, TextInput } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useEditorSession } from '../context.tsx';
import parts from '../parts.module.css';
import type { EditorTab } from '../tabs/tab.ts';

interface ToolModalProps {
  readonly tab: EditorTab;
  readonly onClose: () => void;
}

/** Values for the gaps of a templated query, as JSON. */
export function ParametersModal({ tab, onClose }: ToolModalProps) {
  const t = useT();
  const session = useEditorSession();
  const [text, setText] = useState(tab.templateParams ?? '{}');
  const problem = findJsonProblem(text);
  const save = () => {
    session.change(tab.id, { templateParams: text.trim() === '' ? null : text });
    onClose();
  };
  return (
    <Modal
      title={t('Edit template parameters')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" isDisabled={problem !== null} onClick={save}>
            {t('Apply')}
          </Button>
        </>
      }
    >
      <Field
        label={t('Parameters')}
        error={problem}
        help={t('A JSON object, for example {"country": "FR"}. Write {{ country }} in the query.', {
          country: '{{ country }}',
        })}
      >
        {(ids) => <TextArea {...ids} isMono rows={8} value={text} onChange={setText} />}
      </Field>
    </Modal>
  );

  function findJsonProblem(json: string): string | null {
    if (json.trim() === '') return null;
    try {
      const value: unknown = JSON.parse(json);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : t('Must be a JSON object.');
    } catch (error) {
      return (error as Error).message;
    }
  }
}

interface CreateAsModalProps extends ToolModalProps {
  readonly methods: readonly ('TABLE' | 'VIEW')[];
  readonly onRun: (createAs: { method: 'TABLE' | 'VIEW'; table: string }) => void;
}

/** Runs the query into a new table or view. */
export function CreateAsModal({ methods, onRun, onClose }: CreateAsModalProps) {
  const t = useT();
  const [method, setMethod] = useState<'TABLE' | 'VIEW'>(methods[0] ?? 'TABLE');
  const [table, setTable] = useState('');
  const isReady = /^\w+$/.test(table);
  const run = () => {
    onRun({ method, table });
    onClose();
  };
  return (
    <Modal
      title={t('Create table or view')}
      onClose={onClose}
      onSubmit={() => isReady && run()}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady}>
            {t('Create')}
          </Button>
        </>
      }
    >
      <div className={parts.form}>
        <RadioGroup
          label={t('Kind')}
          name="create-as"
          value={method}
          choices={methods.map((value) => ({
            value,
            label: value === 'TABLE' ? t('CREATE TABLE AS') : t('CREATE VIEW AS'),
          }))}
          onChange={setMethod}
        />
        <Field label={t('Name')} error={table !== '' && !isReady ? t('Letters, digits and underscores only.') : null}>
          {(ids) => <TextInput {...ids} value={table} onChange={setTable} maxLength={256} />}
        </Field>
      </div>
    </Modal>
  );
}

/** A link to the query as it stands, for others. */
export function ShareModal({ url, onClose }: { readonly url: string; readonly onClose: () => void }) {
  const t = useT();
  const copy = async () => {
    const say = sayBeside();
    if (!(await copyText(url))) return say.danger(t('Sorry, your browser does not support copying.'));
    say.success(t('Link Copied!'));
    onClose();
  };
  return (
    <Modal
      title={t('Share')}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button kind="primary" onClick={() => void copy()}>
            {t('Copy link')}
          </Button>
        </>
      }
    >
      <Field label={t('Link')} help={t('Whoever may use the SQL editor and this database can open it.')}>
        {(ids) => <TextInput {...ids} value={url} readOnly onFocus={(event) => event.target.select()} />}
      </Field>
    </Modal>
  );
}
