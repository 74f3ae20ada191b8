import { classNames, Kbd, Modal, textRoles } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { addresses } from './navigation.ts';
import styles from './ShortcutsModal.module.css';
import { useSession } from './session.tsx';
import { displayKeys, type Shortcut, useIsMac, useShortcuts } from './shortcuts.ts';

function groupsOf(shortcuts: readonly Shortcut[]): readonly (readonly [string, readonly Shortcut[]])[] {
  const names = [...new Set(shortcuts.map((shortcut) => shortcut.group))];
  return names.map((name) => [name, shortcuts.filter((shortcut) => shortcut.group === name)] as const);
}

/** Every shortcut that works on this page. */
export function ShortcutsModal({ onClose }: { onClose: () => void }) {
  const t = useT();
  const isMac = useIsMac();
  const shortcuts = useShortcuts();
  const { bootstrap } = useSession();
  return (
    <Modal title={t('Keyboard shortcuts')} onClose={onClose}>
      {groupsOf(shortcuts).map(([group, entries]) => (
        <section key={group}>
          <h3 style={{ marginBottom: 4 }}>{group}</h3>
          <div className={styles.shortcuts} data-lists-keys>
            {entries.map((entry) => (
              <div key={entry.keys + entry.label} className={styles.shortcut}>
                <span className={textRoles.secondary}>{entry.label}</span>
                <Kbd keys={displayKeys(entry.keys, isMac)} isSplit />
              </div>
            ))}
          </div>
        </section>
      ))}
      <p className={classNames(textRoles.small, textRoles.muted)}>
        {t('Powerset {{version}}', { version: bootstrap.version })} · <a href={addresses.help}>{t('Help')}</a>
      </p>
    </Modal>
  );
}
