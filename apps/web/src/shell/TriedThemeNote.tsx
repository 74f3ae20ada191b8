import { Button } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { tryTheme, useTriedTheme } from '../theming/index.ts';
import styles from './TriedThemeNote.module.css';

/** Says that this tab is shown in a theme to try it, and leads back. */
export function TriedThemeNote() {
  const t = useT();
  const tried = useTriedTheme();
  if (!tried || tried.name === null) return null;
  return (
    <div className={styles.note} role="status">
      {t('You alone see this tab in the theme {{name}}.', { name: tried.name })}
      <Button size="small" onClick={() => void tryTheme(null)}>
        {t('End preview')}
      </Button>
    </div>
  );
}
