import type { Screen } from './screens.ts';

const themes = ['light', 'dark'] as const;
const sizes = ['desktop', 'phone'] as const;

/** One picture. */
export interface Shot {
  readonly name: string;
  readonly screen: Screen;
  readonly theme: (typeof themes)[number];
  readonly size: (typeof sizes)[number];
}

/** The pictures whose names contain one of the words, or all: both themes and both sizes unless the screen says otherwise. */
export function shotsOf(screens: readonly Screen[], words: readonly string[] = []): readonly Shot[] {
  return screens
    .flatMap((screen) =>
      sizes
        .filter((size) => !screen.only || screen.only === size)
        .flatMap((size) =>
          themes.map((theme) => ({
            name: `${screen.name}-${theme}${size === 'phone' ? '-phone' : ''}`,
            screen,
            theme,
            size,
          })),
        ),
    )
    .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
}

const lists = ['/superset/sqllab/', '/superset/sqllab/history/', '/savedqueryview/list/', '/superset/welcome/'];

/** Screens of one chain change or list the same things: the tabs and runs of one person, or what two people save. */
function chainOf({ server = 'examples', path, name }: Screen): string {
  if (server === 'team') return server;
  return server === 'examples' && typeof path === 'string' && lists.includes(path) ? 'work' : name;
}

/** What can be taken side by side; the pictures of a chain are taken one after another. The longest comes first. */
export function chainsOf(shots: readonly Shot[]): readonly (readonly Shot[])[] {
  const chains = new Map<string, Shot[]>();
  for (const shot of shots) {
    const key = chainOf(shot.screen);
    chains.set(key, [...(chains.get(key) ?? []), shot]);
  }
  return [...chains.values()].sort((left, right) => right.length - left.length);
}
