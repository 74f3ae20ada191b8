import { CommandPalette, type PaletteGroup, type PaletteItem, useTheme } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../i18n/index.ts';
import { keep, readKept } from './kept.ts';
import { addresses, navItems, peopleItems, sqlItems } from './navigation.ts';
import { useNewMenu } from './new-menu.ts';
import { type FoundKind, type FoundObject, foundIcons, searchObjects, stillFound } from './palette-search.ts';
import { parseRecentFinds, RECENT_FINDS_KEY, type RecentFind, withRecentFind } from './recent-finds.ts';
import { hasTrash, useSession } from './session.tsx';
import { useShortcuts } from './shortcuts.ts';

function useActions(go: (address: string) => void): readonly PaletteItem[] {
  const t = useT();
  const session = useSession();
  const { theme, setMode } = useTheme();
  const shortcuts = useShortcuts();
  const places = [
    { label: t('Home'), address: addresses.home },
    ...navItems(session),
    ...sqlItems(session),
    { label: t('Databases'), address: addresses.databases },
    { label: t('Annotation layers'), address: addresses.annotationLayers },
    { label: t('CSS templates'), address: addresses.cssTemplates },
    { label: t('Themes'), address: addresses.themes },
    { label: t('Tags'), address: addresses.tags },
    ...(hasTrash(session) ? [{ label: t('Trash'), address: addresses.trash }] : []),
    ...peopleItems(session),
  ];
  const next = theme === 'dark' ? 'light' : 'dark';
  return [
    ...useNewMenu().map((entry) => ({
      key: entry.address,
      label: t('New: {{what}}', { what: entry.label }),
      icon: entry.icon,
      onSelect: () => go(entry.address),
    })),
    ...places
      .filter((place) => session.hasRoute(place.address))
      .map((place) => ({
        key: place.address,
        label: t('Go to {{where}}', { where: place.label }),
        onSelect: () => go(place.address),
      })),
    { key: 'help', label: t('Help'), onSelect: () => location.assign(addresses.help) },
    {
      key: 'theme',
      label: next === 'dark' ? t('Switch to the dark theme') : t('Switch to the light theme'),
      onSelect: () => setMode(next),
    },
    ...shortcuts
      .filter((shortcut) => shortcut.keys !== 'Ctrl K' && !shortcut.isKeyed && !shortcut.isLocal)
      .map((shortcut) => ({
        key: `key-${shortcut.keys}-${shortcut.label}`,
        label: shortcut.label,
        hint: shortcut.keys,
        onSelect: shortcut.run,
      })),
  ];
}

function toGroups(
  found: readonly FoundObject[],
  open: (find: RecentFind) => void,
  titles: Readonly<Record<FoundKind, string>>,
): readonly PaletteGroup[] {
  const kinds: readonly FoundKind[] = ['dashboard', 'chart', 'dataset', 'query', 'table'];
  return kinds.map((kind) => ({
    key: kind,
    label: titles[kind],
    items: found
      .filter((entry) => entry.kind === kind)
      .map(({ key, label, icon, hint, ...rest }) => ({
        key,
        label,
        icon,
        hint,
        onSelect: () => open({ key, label, ...rest }),
      })),
  }));
}

/** What was opened from here before, kept by the browser. */
function useRecentFinds(go: (address: string) => void) {
  const [finds] = useState(() => parseRecentFinds(readKept(RECENT_FINDS_KEY)));
  const open = (find: RecentFind) => {
    keep(RECENT_FINDS_KEY, JSON.stringify(withRecentFind(finds, find)));
    go(find.address);
  };
  return { finds, open };
}

/** Finds every object and every action. It begins with what was typed before it was there. */
export function AppPalette({ typed, onClose }: { typed: string; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { hasRoute } = useSession();
  const [text, setText] = useState(typed);
  const wanted = useDeferredValue(text.trim());
  const go = (address: string) => void navigate(address);
  const search = useQuery({
    queryKey: ['palette', wanted],
    queryFn: ({ signal }) => searchObjects(wanted, signal),
    placeholderData: (last) => last,
  });
  const actions = useActions(go).filter((item) => item.label.toLowerCase().includes(wanted.toLowerCase()));
  const titles = {
    dashboard: t('Dashboards'),
    chart: t('Charts'),
    dataset: t('Datasets'),
    query: t('Saved queries'),
    table: t('Tables'),
  };
  const { finds, open } = useRecentFinds(go);
  const recent = (wanted === '' ? finds : []).filter((entry) => hasRoute(entry.address));
  const known = search.data?.objects ?? [];
  const found = search.isPlaceholderData ? stillFound(known, wanted) : known;
  const reachable = found.filter((entry) => hasRoute(entry.address) && !recent.some((find) => find.key === entry.key));
  const groups = [
    {
      key: 'recent',
      label: t('Recent'),
      items: recent.map((find) => ({
        key: find.key,
        label: find.label,
        icon: foundIcons[find.kind],
        hint: titles[find.kind],
        onSelect: () => open(find),
      })),
    },
    ...toGroups(reachable, open, titles),
    { key: 'actions', label: t('Actions'), items: actions },
  ];
  const isEmpty = groups.every((group) => group.items.length === 0);
  return (
    <CommandPalette
      text={text}
      onTextChange={setText}
      groups={groups}
      onClose={onClose}
      placeholder={t('Search or run a command')}
      note={emptyNote({
        isEmpty,
        isSearching: search.isFetching,
        searching: t('Searching...'),
        nothing: t('Nothing found for “{{text}}”', { text: wanted }),
        partial: search.data?.isPartial ? t('Not everything could be searched. Type again in a moment.') : undefined,
      })}
    />
  );
}

function emptyNote(state: {
  isEmpty: boolean;
  isSearching: boolean;
  searching: string;
  nothing: string;
  /** Some of it was not searched. */
  partial: string | undefined;
}): string | undefined {
  if (state.isEmpty && state.isSearching) return state.searching;
  return state.partial ?? (state.isEmpty ? state.nothing : undefined);
}
