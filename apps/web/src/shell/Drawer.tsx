import { Icon, UiLink } from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import styles from './Drawer.module.css';
import { addresses, navItems, sqlItems } from './navigation.ts';
import { useNewMenu } from './new-menu.ts';
import { useSession } from './session.tsx';

/** Where to go, on a phone: everything of the bar in one column. */
export function Drawer({ onClose, path }: { onClose: () => void; path: string }) {
  const t = useT();
  const session = useSession();
  const places = [{ label: t('Home'), address: addresses.home }, ...navItems(session), ...sqlItems(session)].filter(
    (place) => session.hasRoute(place.address),
  );
  const newEntries = useNewMenu();
  return (
    <nav className={styles.drawer} aria-label={t('Menu')} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      {places.map((place) => (
        <UiLink
          key={place.address}
          href={place.address}
          onClick={onClose}
          aria-current={place.address === path ? 'page' : undefined}
        >
          {place.label}
        </UiLink>
      ))}
      {newEntries.length > 0 ? <h2>{t('New')}</h2> : null}
      {newEntries.map((entry) => (
        <UiLink key={entry.address} href={entry.address} onClick={onClose}>
          <Icon of={entry.icon} size={16} />
          {entry.label}
        </UiLink>
      ))}
    </nav>
  );
}
