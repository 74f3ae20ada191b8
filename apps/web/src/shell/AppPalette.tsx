import { CommandPalette, type PaletteGroup, type PaletteItem, useTheme } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../i18n/index.ts';
import { addresses, navItems, sqlItems } from './navigation.ts';
import { useNewMenu } from './new-menu.ts';
import { type FoundObject, searchObjects } from './palette-search.ts';
import { useSession } from './session.tsx';
import { useShortcuts } from './shortcuts.ts';

function useActions(go: (address: string) => void): readonly PaletteItem[] {
  const t = useT();
  const { hasRoute } = useSession();
  const { theme, setMode } = useTheme();
  const shortcuts = useShortcuts();
  const places = [
    { label: t('Home'), address: addresses.home },
    ...navItems(),
    ...sqlItems(),
    { label: t('Databases'), address: addresses.databases },
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
      .filter((place) => hasRoute(place.address))
      .map((place) => ({
        key: place.address,
        label: t('Go to {{where}}', { where: place.label }),
        onSelect: () => go(place.address),
      })),
    {
      key: 'theme',
      label: next === 'dark' ? t('Switch to the dark theme') : t('Switch to the light theme'),
      onSelect: () => setMode(next),
    },
    ...shortcuts
      .filter((shortcut) => shortcut.keys !== 'Ctrl K')
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
  go: (address: string) => void,
  titles: Readonly<Record<FoundObject['kind'], string>>,
): readonly PaletteGroup[] {
  const kinds: readonly FoundObject['kind'][] = ['dashboard', 'chart', 'dataset', 'query'];
  return kinds.map((kind) => ({
    key: kind,
    label: titles[kind],
    items: found
      .filter((entry) => entry.kind === kind)
      .map((entry) => ({ key: entry.key, label: entry.label, icon: entry.icon, onSelect: () => go(entry.address) })),
  }));
}

/** Finds every object and every action. */
export function AppPalette({ onClose }: { onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { hasRoute } = useSession();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const go = (address: string) => void navigate(address);
  const search = useQuery({
    queryKey: ['palette', wanted],
    queryFn: ({ signal }) => searchObjects(wanted, signal),
    placeholderData: (last) => last,
  });
  const actions = useActions(go).filter((item) => item.label.toLowerCase().includes(wanted.toLowerCase()));
  const titles = { dashboard: t('Dashboards'), chart: t('Charts'), dataset: t('Datasets'), query: t('Saved queries') };
  const reachable = (search.data ?? []).filter((entry) => hasRoute(entry.address));
  const objects = toGroups(reachable, go, titles);
  const groups = [...objects, { key: 'actions', label: t('Actions'), items: actions }];
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
      })}
    />
  );
}

function emptyNote(state: {
  isEmpty: boolean;
  isSearching: boolean;
  searching: string;
  nothing: string;
}): string | undefined {
  if (!state.isEmpty) return undefined;
  return state.isSearching ? state.searching : state.nothing;
}
