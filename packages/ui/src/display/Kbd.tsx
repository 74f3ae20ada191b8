import { useUiTexts } from '../texts.tsx';
import styles from './Kbd.module.css';

/** Keys as they stand on the keyboard, in its order in every language; several are separated by a space. */
export function Kbd({ keys, isSplit = false }: { keys: string; isSplit?: boolean }) {
  const { keyNames } = useUiTexts();
  const names = keys.split(' ').map((key) => keyNames[key] ?? key);
  if (!isSplit)
    return (
      <kbd dir="ltr" className={styles.key}>
        {names.join(' ')}
      </kbd>
    );
  return (
    <span dir="ltr" style={{ display: 'inline-flex', gap: 4 }}>
      {names.map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
