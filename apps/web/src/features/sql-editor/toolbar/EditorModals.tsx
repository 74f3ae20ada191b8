import type { ScheduleForm } from '@powerset/contract';
import { useDatabases } from '../context.tsx';
import { HistoryModal } from '../history/HistoryModal.tsx';
import { PlanModal } from '../plan/PlanModal.tsx';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { VersionsModal } from '../versions/VersionsModal.tsx';
import type { QueryFields } from './merge-queries.ts';
import { QueryConflict } from './QueryConflict.tsx';
import { SaveQueryModal } from './SaveQueryModal.tsx';
import { ScheduleQueryModal } from './ScheduleQueryModal.tsx';
import { ScheduleTimesModal } from './ScheduleTimesModal.tsx';
import type { QueryClash } from './save-query.ts';
import { CreateAsModal, ParametersModal, ShareModal } from './ToolModals.tsx';

export type OpenModal =
  | { readonly kind: 'save' | 'parameters' | 'create-as' | 'plan' | 'times' | 'history' | 'versions' }
  | { readonly kind: 'schedule'; readonly form: ScheduleForm }
  | { readonly kind: 'share'; readonly url: string }
  | { readonly kind: 'conflict'; readonly clash: QueryClash };

interface EditorModalsProps {
  readonly tab: EditorTab;
  readonly session: EditorSession;
  readonly modal: OpenModal;
  /** Saves over a version that was seen. */
  readonly onOverwrite: (seen: number, fields?: QueryFields) => Promise<void>;
  readonly onClose: () => void;
}

/** The dialog that is open over the editor. */
export function EditorModals({ tab, session, modal, onOverwrite, onClose }: EditorModalsProps) {
  const database = useDatabases().find((candidate) => candidate.id === tab.dbId);
  if (modal.kind === 'save') return <SaveQueryModal tab={tab} session={session} onClose={onClose} />;
  if (modal.kind === 'schedule') return <ScheduleQueryModal tab={tab} form={modal.form} onClose={onClose} />;
  if (modal.kind === 'history') return <HistoryModal session={session} onClose={onClose} />;
  if (modal.kind === 'plan') return <PlanModal tab={tab} onClose={onClose} />;
  if (modal.kind === 'times') return <ScheduleTimesModal tab={tab} session={session} onClose={onClose} />;
  if (modal.kind === 'versions') return <VersionsModal tab={tab} session={session} onClose={onClose} />;
  if (modal.kind === 'parameters') return <ParametersModal tab={tab} onClose={onClose} />;
  if (modal.kind === 'share') return <ShareModal url={modal.url} onClose={onClose} />;
  if (modal.kind === 'conflict')
    return (
      <QueryConflict
        clash={modal.clash}
        onClose={onClose}
        session={session}
        onOverwrite={(seen, fields) => void onOverwrite(seen, fields)}
        onTakeTheirs={(theirs) => session.change(tab.id, theirs)}
      />
    );
  if (modal.kind !== 'create-as') return null;
  const methods = [
    ...(database?.allow_ctas ? (['TABLE'] as const) : []),
    ...(database?.allow_cvas ? (['VIEW'] as const) : []),
  ];
  return (
    <CreateAsModal
      tab={tab}
      methods={methods}
      onRun={(createAs) => void session.run(tab.id, { createAs })}
      onClose={onClose}
    />
  );
}
