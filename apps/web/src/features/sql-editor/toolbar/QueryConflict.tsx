import { ClashBox, Differences, OverwriteModal } from '../../../conflicts/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { EditorSession } from '../session.ts';
import type { EditorTab } from '../tabs/tab.ts';
import { mergeQueries, type QueryFields } from './merge-queries.ts';
import { databaseNames, type QueryClash, toTabFields } from './save-query.ts';

export interface QueryConflictProps {
  readonly clash: QueryClash;
  readonly session: EditorSession;
  readonly onClose: () => void;
  /** Saves over the version that was seen: what stands in the tab, or what was chosen of both. */
  readonly onOverwrite: (seen: number, fields?: QueryFields) => void;
  readonly onTakeTheirs: (theirs: Partial<EditorTab>) => void;
}

/** The query was saved elsewhere meanwhile: what both changed, and the choice which stays. */
export function QueryConflict({ clash, session, onClose, onOverwrite, onTakeTheirs }: QueryConflictProps) {
  const t = useT();
  const { message } = clash;
  const { theirs, versions } = clash.met;
  const differences = clash.met.differences.map((one) => ({ ...one, label: t(one.label) }));
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  const names = databaseNames(session);
  return (
    <OverwriteModal
      stayLabel={t('Keep editing')}
      onStay={onClose}
      onTakeTheirs={choose(() => onTakeTheirs(toTabFields(theirs)))}
      onOverwrite={choose(() => onOverwrite(theirs.last_modified_time))}
    >
      {versions ? (
        <ClashBox
          title={message}
          text={t('What only one of you changed is put together. Choose which version stays of what both changed.')}
          clashes={mergeQueries(versions, {}, names).clashes.map((one) => ({ ...one, label: t(one.label) }))}
          onSave={(choices) =>
            choose(() => onOverwrite(theirs.last_modified_time, mergeQueries(versions, choices, names).fields))()
          }
        />
      ) : (
        <>
          <p>{message}</p>
          <Differences differences={differences} leftLabel={t('Theirs')} rightLabel={t('Yours')} />
        </>
      )}
    </OverwriteModal>
  );
}
