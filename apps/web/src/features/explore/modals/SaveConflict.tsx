import { Button, ErrorBox } from '@powerset/ui';
import { useT } from '../../../i18n/index.ts';
import type { Difference } from '../model/differences.ts';
import type { SaveClash } from '../model/save-clash.ts';

export interface SaveConflictProps {
  readonly conflict: SaveClash;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
}

/** Somebody else saved meanwhile: what he changed, and the choice whose version stays. */
export function SaveConflict({ conflict, onOverwrite, onTakeTheirs }: SaveConflictProps) {
  const t = useT();
  return (
    <ErrorBox
      level="warning"
      title={conflict.message}
      text={<Changes of={conflict.differences} />}
      actions={
        <>
          <Button size="small" onClick={onTakeTheirs}>
            {t('Take theirs')}
          </Button>
          <Button size="small" kind="danger" onClick={onOverwrite}>
            {t('Overwrite')}
          </Button>
        </>
      }
    />
  );
}

/** What the other save changed. */
export function Changes({ of }: { of: readonly Difference[] }) {
  const t = useT();
  return (
    <table className="xp-conflict" aria-label={t('What they changed')}>
      <thead>
        <tr>
          <th scope="col">{t('Setting')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('Theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ id, label, before, after }) => (
          <tr key={id}>
            <th scope="row">{label}</th>
            <td>{before || t('(none)')}</td>
            <td>{after || t('(none)')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
