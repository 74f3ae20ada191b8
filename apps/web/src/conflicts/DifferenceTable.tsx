import { useT } from '../i18n/index.ts';
import styles from './DifferenceTable.module.css';
import type { Difference } from './difference.ts';

/** What another save changed, a line for each setting: left what was, right what they made of it. */
export function DifferenceTable({ differences }: { differences: readonly Difference[] }) {
  const t = useT();
  return (
    <table className={styles.table} aria-label={t('What they changed')}>
      <thead>
        <tr>
          <th scope="col">{t('Setting')}</th>
          <th scope="col">{t('Before')}</th>
          <th scope="col">{t('Theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ id, label, left, right }) => (
          <tr key={id ?? label}>
            <th scope="row">{label}</th>
            <td>{left || t('(none)')}</td>
            <td>{right || t('(none)')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
