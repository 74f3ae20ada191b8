import {
  ApiOutlined,
  AuditOutlined,
  BgColorsOutlined,
  DeleteOutlined,
  DesktopOutlined,
  FilterOutlined,
  FormatPainterOutlined,
  GlobalOutlined,
  HighlightOutlined,
  IdcardOutlined,
  LoginOutlined,
  LogoutOutlined,
  MailOutlined,
  MoonOutlined,
  QuestionCircleOutlined,
  SunOutlined,
  TagsOutlined,
  TeamOutlined,
  UserAddOutlined,
  UsergroupAddOutlined,
  UserOutlined,
} from '@ant-design/icons-svg';
import type { WireUser } from '@powerset/contract';
import {
  Avatar,
  Button,
  classNames,
  type IconType,
  initialsOf,
  MenuButton,
  type MenuEntry,
  type ThemeMode,
  type TriggerProps,
  textRoles,
  useTheme,
} from '@powerset/ui';
import { useT } from '../i18n/index.ts';
import { addresses, peopleItems } from './navigation.ts';
import { hasTrash, useSession } from './session.tsx';
import { useSignOut } from './sign-in/use-sign-out.ts';
import styles from './UserMenu.module.css';
import { useLanguageItems } from './use-language-items.ts';

const peopleIcons: Readonly<Record<string, IconType>> = {
  [addresses.users]: UserOutlined,
  [addresses.registrations]: UserAddOutlined,
  [addresses.groups]: UsergroupAddOutlined,
  [addresses.rowLevelRules]: FilterOutlined,
  [addresses.actionLog]: AuditOutlined,
};

function useThemeEntries(): readonly MenuEntry[] {
  const t = useT();
  const { mode, setMode } = useTheme();
  const choices: readonly { mode: ThemeMode; label: string; icon: typeof SunOutlined }[] = [
    { mode: 'light', label: t('Light'), icon: SunOutlined },
    { mode: 'dark', label: t('Dark'), icon: MoonOutlined },
    { mode: 'system', label: t('System'), icon: DesktopOutlined },
  ];
  return [
    { kind: 'heading', key: 'theme', label: t('Theme') },
    ...choices.map((choice) => ({
      key: `theme-${choice.mode}`,
      label: choice.label,
      icon: choice.icon,
      isChecked: mode === choice.mode,
      onSelect: () => setMode(choice.mode),
    })),
  ];
}

function useLanguageEntry(): MenuEntry {
  const t = useT();
  const items = useLanguageItems();
  return { key: 'language', label: t('Language'), icon: GlobalOutlined, items };
}

function UserHead({ user }: { user: WireUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username;
  return (
    <div className={styles.head} role="presentation">
      <div className={textRoles.medium}>{name}</div>
      <div className={classNames(textRoles.small, textRoles.muted)}>
        {[user.username, ...Object.keys(user.roles)].join(' · ')}
      </div>
    </div>
  );
}

function AvatarTrigger({ user, label, ref, ...rest }: { user: WireUser; label: string } & TriggerProps) {
  return (
    <button ref={ref} type="button" className={styles.trigger} aria-label={label} {...rest}>
      <Avatar user={{ id: user.userId, ...user }} />
    </button>
  );
}

/** Who is signed in, theme, language, API documentation, sign out. */
export function UserMenu() {
  const t = useT();
  const session = useSession();
  const { user, can } = session;
  const themeEntries = useThemeEntries();
  const languageEntry = useLanguageEntry();
  const signOut = useSignOut();
  if (!user || user.isAnonymous) {
    return (
      <Button icon={LoginOutlined} href={addresses.signIn}>
        {t('Sign in')}
      </Button>
    );
  }
  const items: readonly MenuEntry[] = [
    { key: 'own-account', label: t('Name and password'), icon: IdcardOutlined, href: addresses.ownAccount },
    { kind: 'rule', key: 'rule-0' },
    ...themeEntries,
    { kind: 'rule', key: 'rule-1' },
    languageEntry,
    ...(can('menu_access', 'Annotation Layers')
      ? [
          {
            key: 'annotations',
            label: t('Annotation layers'),
            icon: HighlightOutlined,
            href: addresses.annotationLayers,
          },
        ]
      : []),
    ...(session.isFeatureEnabled('TAGGING_SYSTEM') && can('can_read', 'Tag')
      ? [{ key: 'tags', label: t('Tags'), icon: TagsOutlined, href: addresses.tags }]
      : []),
    ...(can('menu_access', 'CSS Templates')
      ? [{ key: 'css-templates', label: t('CSS templates'), icon: FormatPainterOutlined, href: addresses.cssTemplates }]
      : []),
    ...(can('menu_access', 'Themes')
      ? [{ key: 'themes', label: t('Themes'), icon: BgColorsOutlined, href: addresses.themes }]
      : []),
    ...(session.isFeatureEnabled('ALERT_REPORTS') && can('can_read', 'ReportSchedule')
      ? [{ key: 'reports', label: t('Alerts & reports'), icon: MailOutlined, href: addresses.reports }]
      : []),
    ...peopleItems(session).map(({ label, address }) => ({
      key: address,
      label,
      icon: peopleIcons[address] ?? TeamOutlined,
      href: address,
    })),
    ...(hasTrash(session) ? [{ key: 'trash', label: t('Trash'), icon: DeleteOutlined, href: addresses.trash }] : []),
    {
      key: 'help',
      label: t('Help'),
      icon: QuestionCircleOutlined,
      onSelect: () => location.assign(addresses.help),
    },
    {
      key: 'docs',
      label: t('API documentation'),
      icon: ApiOutlined,
      onSelect: () => location.assign(addresses.apiDocs),
    },
    { kind: 'rule', key: 'rule-2' },
    { key: 'sign-out', label: t('Sign out'), icon: LogoutOutlined, onSelect: () => void signOut() },
  ];
  return (
    <MenuButton
      label={t('Your account')}
      items={items}
      placement="bottom-end"
      head={<UserHead user={user} />}
      trigger={
        <AvatarTrigger user={user} label={`${t('Your account')}, ${initialsOf({ id: user.userId, ...user })}`} />
      }
    />
  );
}
