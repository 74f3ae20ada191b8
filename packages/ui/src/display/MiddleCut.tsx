import styles from './MiddleCut.module.css';
import { textRoles } from './text-roles.ts';

/** Shorter names are seldom cut, and seldom begin alike. */
const shortName = 20;
const keptEnd = 10;

/** A name of which, where room is short, the middle is left out: names that begin alike are told apart by their ends. */
export function MiddleCut({ text }: { readonly text: string }) {
  if (text.length <= shortName)
    return (
      <span className={textRoles.truncated} dir="auto" title={text}>
        {text}
      </span>
    );
  const signs = [...text];
  return (
    <>
      <span className={textRoles.spoken}>{text}</span>
      <span className={styles.name} dir="auto" title={text} aria-hidden>
        <span className={styles.start}>{signs.slice(0, -keptEnd).join('')}</span>
        <span className={styles.end}>{signs.slice(-keptEnd).join('')}</span>
      </span>
    </>
  );
}
