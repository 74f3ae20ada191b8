import { textRoles } from '@powerset/ui';
import { Differences, OverwriteModal } from '../../conflicts/index.ts';
import { useT } from '../../i18n/index.ts';
import type { useOverwriteQuestion } from './save-over.ts';

interface SaveQuestionProps {
  readonly question: ReturnType<typeof useOverwriteQuestion>['question'];
}

/** Another administrator saved meanwhile: what he changed, and the choice whose version stays. */
export function SaveQuestion({ question }: SaveQuestionProps) {
  const t = useT();
  if (!question) return null;
  const { message, differences, answer } = question;
  return (
    <OverwriteModal
      stayLabel={t('Keep editing')}
      onStay={() => answer('stay')}
      onTakeTheirs={() => answer('theirs')}
      onOverwrite={() => answer('overwrite')}
    >
      <p>{message}</p>
      <p className={textRoles.secondary}>{t('Saving over it puts your change on top of theirs and keeps the rest.')}</p>
      <Differences differences={differences} leftLabel={t('Before')} rightLabel={t('Theirs')} />
    </OverwriteModal>
  );
}
