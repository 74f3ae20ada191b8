import styles from './Kbd.module.css';

/** Keys as they stand on the keyboard; several are separated by a space. */
export function Kbd({ keys, isSplit = false }: { keys: string; isSplit?: boolean }) {
  if (!isSplit) return <kbd className={styles.key}>{keys}</kbd>;
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
