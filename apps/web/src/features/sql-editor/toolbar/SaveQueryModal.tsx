import { savedQueryEndpoints } from '@powerset/contract';
import { sayBeside } from '@powerset/ui';
import { useState } from 'react';
import { api } from '../../../api/index.ts';
import { useT } from '../../../i18n/index.ts';
import { editorMessages } from '../messages.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { NamedQueryModal } from './NamedQueryModal.tsx';
import { toBody } from './save-query.ts';

export interface SaveQueryModalProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly onClose: () => void;
}

/** Saves the tab's text as a new saved query; the tab then belongs to it. */
export function SaveQueryModal({ tab, session, onClose }: SaveQueryModalProps) {
  const t = useT();
  const [name, setName] = useState({ label: tab.name, description: '' });
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    const say = sayBeside();
    setIsBusy(true);
    const label = name.label.trim();
    try {
      const answer = await api.callEndpoint(savedQueryEndpoints.create, {
        body: toBody(tab, label, name.description),
      });
      if (typeof answer.id !== 'number') {
        say.danger(editorMessages.notProperlySaved());
        return;
      }
      session.change(tab.id, {
        remoteId: answer.id,
        name: label,
        savedSql: tab.sql,
        savedAt: answer.last_modified_time ?? null,
      });
      say.success(editorMessages.saved());
      onClose();
    } catch {
      say.danger(editorMessages.saveFailed());
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <NamedQueryModal
      title={t('Save query')}
      verb={tab.remoteId === null ? t('Save') : t('Save as new')}
      value={name}
      onChange={setName}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    />
  );
}
