import { classNames } from '../../class-names.ts';
import { textRoles } from '../../display/text-roles.ts';
import { useUiTexts } from '../../texts.tsx';
import type { PastedFinds } from './choices.ts';
import styles from './PasteNote.module.css';

export interface PasteNoteProps extends Pick<PastedFinds, 'missing' | 'unasked'> {
  /** What no choice is called was looked for beyond the choices. */
  readonly isLookedUp: boolean;
}

/** Which pasted words were not taken. */
export function PasteNote({ missing, unasked, isLookedUp }: PasteNoteProps) {
  const texts = useUiTexts();
  if (missing.length + unasked.length === 0) return null;
  const named = (words: readonly string[]) => {
    const rest = words.length - NAMED_WORDS;
    return [...words.slice(0, NAMED_WORDS), ...(rest > 0 ? [texts.andMore(rest)] : [])].join(', ');
  };
  const said = isLookedUp ? texts.notFound : texts.notAmongChoices;
  return (
    <div role="status" className={classNames(textRoles.small, textRoles.secondary, styles.note)}>
      {missing.length > 0 ? <p>{said(named(missing))}</p> : null}
      {unasked.length > 0 ? <p>{texts.notLookedUp(named(unasked))}</p> : null}
    </div>
  );
}

const NAMED_WORDS = 20;
