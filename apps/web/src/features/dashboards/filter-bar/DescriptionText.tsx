import { MarkdownText } from '../markdown/index.ts';
import styles from './DescriptionText.module.css';

/** A description; HTML in it passes the allow-list of all texts on dashboards. */
export function DescriptionText({ html }: { html: string }) {
  if (!html.includes('<')) return <p className={styles.description}>{html}</p>;
  return (
    <div className={styles.description}>
      <MarkdownText text={html} />
    </div>
  );
}
