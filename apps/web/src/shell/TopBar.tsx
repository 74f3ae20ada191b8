import {
  BellOutlined,
  DownOutlined,
  MenuOutlined,
  PlusOutlined,
  QuestionCircleOutlined,
  SearchOutlined,
} from '@ant-design/icons-svg';
import {
  Button,
  classNames,
  Icon,
  IconButton,
  Kbd,
  lineRoles,
  MenuButton,
  type MenuEntry,
  textRoles,
  UiLink,
} from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { useBrand } from '../theming/index.ts';
import { BrandName } from './BrandName.tsx';
import type { NavKey } from './feature-routes.ts';
import frame from './frame.module.css';
import { NotificationsButton } from './NotificationsButton.tsx';
import { addresses, navItems, sqlItems } from './navigation.ts';
import { useNewMenu } from './new-menu.ts';
import { useSession } from './session.tsx';
import { displayKeys, useIsMac } from './shortcuts.ts';
import styles from './TopBar.module.css';
import { UserMenu } from './UserMenu.tsx';

export interface TopBarProps {
  readonly active: NavKey | null;
  readonly onFind: () => void;
  readonly onHelp: () => void;
  readonly isDrawerOpen: boolean;
  readonly onDrawer: () => void;
}

/** The bar of every page: where to go, what to find, what to make, who one is. */
export function TopBar({ active, onFind, onHelp, isDrawerOpen, onDrawer }: TopBarProps) {
  const t = useT();
  const brand = useBrand();
  const name = brand?.name ?? brand?.logoText;
  const brandLabel = name ? t('{{name}}, home', { name }) : t('Powerset, home');
  return (
    <header className={frame.bar}>
      <span className={styles.onPhones}>
        <IconButton icon={MenuOutlined} label={t('Menu')} aria-expanded={isDrawerOpen} onClick={onDrawer} />
      </span>
      <UiLink href={brand?.link ?? addresses.home} className={styles.brand} aria-label={brandLabel}>
        <BrandName />
      </UiLink>
      <NavLinks active={active} />
      <FindButton onFind={onFind} />
      <div className={styles.end}>
        <NewMenu />
        <span className={styles.bell}>
          <NotificationsButton icon={BellOutlined} />
        </span>
        <span className={styles.help}>
          <IconButton
            icon={QuestionCircleOutlined}
            label={t('Keyboard shortcuts and help')}
            shortcut="?"
            onClick={onHelp}
          />
        </span>
        <UserMenu />
      </div>
    </header>
  );
}

function NavLinks({ active }: { active: NavKey | null }) {
  const t = useT();
  const session = useSession();
  const { hasRoute } = session;
  const sqlEntries: MenuEntry[] = sqlItems(session)
    .filter((item) => hasRoute(item.address))
    .map((item) => ({ key: item.address, label: item.label, href: item.address }));
  return (
    <nav className={styles.items} aria-label={t('Main')}>
      {navItems(session)
        .filter((item) => hasRoute(item.address))
        .map((item) => (
          <UiLink
            key={item.key}
            href={item.address}
            className={styles.item}
            aria-current={active === item.key ? 'page' : undefined}
          >
            {item.label}
          </UiLink>
        ))}
      {sqlEntries.length > 0 ? (
        <MenuButton label={t('SQL')} items={sqlEntries} trigger={<NavMenuTrigger isOn={active === 'sql'} />} />
      ) : null}
    </nav>
  );
}

function NavMenuTrigger({
  isOn,
  ref,
  ...rest
}: { isOn: boolean } & Parameters<typeof MenuButton>[0]['trigger']['props']) {
  const t = useT();
  return (
    <button ref={ref} type="button" className={classNames(styles.item, isOn && styles.on)} {...rest}>
      {t('SQL')}
      <Icon of={DownOutlined} size={10} className={textRoles.muted} />
    </button>
  );
}

function FindButton({ onFind }: { onFind: () => void }) {
  const t = useT();
  const isMac = useIsMac();
  return (
    <button type="button" className={styles.find} onClick={onFind}>
      <Icon of={SearchOutlined} />
      <span dir="auto" className={classNames(lineRoles.grow, textRoles.truncated)}>
        {t('Search or run a command')}
      </span>
      <Kbd keys={displayKeys('Ctrl K', isMac)} />
    </button>
  );
}

function NewMenu() {
  const t = useT();
  const entries = useNewMenu();
  if (entries.length === 0) return null;
  const items = entries.map((entry) => ({
    key: entry.address,
    label: entry.label,
    icon: entry.icon,
    href: entry.address,
  }));
  return (
    <MenuButton
      label={t('New')}
      items={items}
      placement="bottom-end"
      trigger={
        <Button icon={PlusOutlined} iconAfter={DownOutlined} label={t('New')} className={styles.newMenu}>
          <span>{t('New')}</span>
        </Button>
      }
    />
  );
}
