import { ErrorBox, Skeleton, textRoles } from '@powerset/ui';
import { errorText } from '../../../api/index.ts';
import { Differences, OverwriteModal } from '../../../conflicts/index.ts';
import { formatWhen, parseServerTime, useLanguage, useT } from '../../../i18n/index.ts';
import { useOpenDashboard } from '../state/index.ts';
import { differencesOf } from './aspects.ts';
import { toOwnVersion, useTheirs } from './versions.ts';

export interface ConflictModalProps {
  readonly onClose: () => void;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => Promise<void>;
  /** One setting was changed, not the whole dashboard: what else they changed is kept. */
  readonly isPart?: boolean;
}

/** Somebody else saved meanwhile: what differs, and the choice whose version stays. */
export function ConflictModal({ onClose, onOverwrite, onTakeTheirs, isPart = false }: ConflictModalProps) {
  const t = useT();
  const { data, error } = useTheirs();
  return (
    <OverwriteModal
      stayLabel={isPart ? t('Cancel') : t('Keep editing')}
      onStay={onClose}
      onTakeTheirs={() => void onTakeTheirs().then(onClose)}
      onOverwrite={
        data
          ? () => {
              onClose();
              onOverwrite();
            }
          : undefined
      }
    >
      <p>{t('Please confirm the overwrite values.')}</p>
      {error ? <ErrorBox title={t('Their version could not be read')} text={errorText(error)} /> : null}
      {data ? <TheirChanges theirs={data} isPart={isPart} /> : null}
      {data || error ? null : <Skeleton height={120} width="100%" />}
    </OverwriteModal>
  );
}

export interface TheirChangesProps {
  readonly theirs: NonNullable<ReturnType<typeof useTheirs>['data']>;
  /** Set against what was there before, instead of against what would be saved. */
  readonly isPart: boolean;
}

/** Who saved, when, and in what it differs. */
export function TheirChanges({ theirs, isPart }: TheirChangesProps) {
  const t = useT();
  const language = useLanguage();
  const { store } = useOpenDashboard();
  const own = isPart ? store.getState().dashboard : toOwnVersion(store.getState());
  const differences = isPart ? differencesOf(own, theirs, t) : differencesOf(theirs, own, t);
  return (
    <>
      <p className={textRoles.secondary} style={{ marginTop: 8 }}>
        {t('{{who}} saved this dashboard {{when}}.', {
          who: theirs.changed_by_name,
          when: formatWhen(parseServerTime(theirs.changed_on) ?? Date.now(), Date.now(), language),
        })}{' '}
        {isPart ? t('Saving over it puts your change on top of theirs and keeps the rest.') : null}
      </p>
      <Differences
        differences={differences}
        leftLabel={isPart ? t('Before') : t('Theirs')}
        rightLabel={isPart ? t('Theirs') : t('Yours')}
      />
      {differences.length === 0 ? (
        <p className={textRoles.muted} style={{ marginTop: 12 }}>
          {t('Nothing differs: the same was saved.')}
        </p>
      ) : null}
    </>
  );
}
