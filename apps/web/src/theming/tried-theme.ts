import { createStore, useStore } from 'zustand';
import { wearTheme } from './theming.ts';

interface Tried {
  /** Null where it has none yet. */
  readonly name: string | null;
}

const tried = createStore<{ readonly theme: Tried | null }>(() => ({ theme: null }));

/** Shows the page of this tab in a theme until it is taken back (null); nobody else sees it. */
export async function tryTheme(theme: (Tried & { readonly document: unknown }) | null): Promise<void> {
  tried.setState({ theme: theme && { name: theme.name } });
  await wearTheme('trial', theme?.document ?? null);
}

/** The theme that this tab is shown in to try it; null where there is none. */
export function useTriedTheme(): Tried | null {
  return useStore(tried, (state) => state.theme);
}
