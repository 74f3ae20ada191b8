import styles from './RequestWords.module.css';

/** What somebody wrote who asks, or who answers. */
export function RequestWords({ words }: { readonly words: string }) {
  return <p className={styles.words}>{words}</p>;
}
