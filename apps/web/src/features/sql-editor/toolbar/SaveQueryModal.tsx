import { savedQueryEndpoints } from '@powerset/contract';
import { Button, Field, Modal, TextArea, TextInput, toasts } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import parts from '../parts.module.css';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { toBody } from './save-query.ts';

export interface SaveQueryModalProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/** Saves the tab's text as a new saved query; the tab then belongs to it. */
export function SaveQueryModal({ tab, session, onClose }: SaveQueryModalProps) {
  const t = useT();
  const [label, setLabel] = useState(tab.name);
  const [description, setDescription] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const answer = await api.callEndpoint(savedQueryEndpoints.create, {
        body: toBody(tab, label.trim(), description),
      });
      if (typeof answer.id !== 'number') {
        toasts.danger(editorMessages.notProperlySaved());
        return;
      }
      session.change(tab.id, {
        remoteId: answer.id,
        name: label.trim(),
        savedSql: tab.sql,
        savedAt: answer.last_modified_time ?? null,
      });
      toasts.success(editorMessages.saved());
      onClose();
    } catch {
      toasts.danger(editorMessages.saveFailed());
    } finally {
      setIsBusy(false);
    }
  };
  const isReady = label.trim() !== '';
  return (
    <Modal
      title={t('Save query')}
      onClose={onClose}
      onSubmit={() => void (isReady && save())}
      foot={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" type="submit" isDisabled={!isReady} isBusy={isBusy}>
            {tab.remoteId === null ? t('Save') : t('Save as new')}
          </Button>
        </>
      }
    >
      <div className={parts.form}>
        <Field label={t('Name')}>
          {(ids) => <TextInput {...ids} value={label} onChange={setLabel} maxLength={256} />}
        </Field>
        <Field label={t('Description')} note={t('Optional')}>
          {(ids) => <TextArea {...ids} value={description} onChange={setDescription} />}
        </Field>
      </div>
    </Modal>
  );
}
