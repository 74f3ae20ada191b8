import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from '../layout/use-media.ts';
import { parseThemeMode, resolveTheme, THEME_STORAGE_KEY, type ThemeMode, type ThemeName } from './theme-mode.ts';

export interface ThemeState {
  readonly mode: ThemeMode;
  readonly theme: ThemeName;
  /** Another text whenever the tokens have other values: for who reads them. */
  readonly look: string;
  readonly setMode: (mode: ThemeMode) => void;
}

/** Gives the tokens other values than those of a theme's own, and says under which theme they stand. */
export type Dress = (theme: ThemeName) => Pick<ThemeState, 'theme' | 'look'>;

const ThemeContext = createContext<ThemeState>({ mode: 'system', theme: 'light', look: 'light', setMode: () => {} });

const darkQuery = '(prefers-color-scheme: dark)';

function readStoredMode(): ThemeMode {
  try {
    return parseThemeMode(localStorage.getItem(THEME_STORAGE_KEY));
  } catch {
    return 'system';
  }
}

function storeMode(mode: ThemeMode): void {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, mode);
  } catch {
    // A browser that forbids storage keeps the choice for this visit only.
  }
}

interface ThemeProviderProps {
  /** Begins with this one and keeps no choice: the page is shown by another one, which decides. */
  readonly given?: ThemeMode;
  readonly dress?: Dress;
  readonly children: ReactNode;
}

const undressed: Dress = (theme) => ({ theme, look: theme });

/** Light, dark or what the system says: written to `data-theme` on the root, kept in the browser, switched without reload. */
export function ThemeProvider({ given, dress = undressed, children }: ThemeProviderProps) {
  const [mode, setModeState] = useState(() => given ?? readStoredMode());
  const prefersDark = useMedia(darkQuery);
  // Before children are drawn, so that whoever reads the colours reads the new ones.
  const { theme, look } = dress(resolveTheme(mode, prefersDark));
  if (typeof document !== 'undefined' && document.documentElement.dataset.theme !== theme)
    document.documentElement.dataset.theme = theme;
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const state = useMemo<ThemeState>(() => {
    const setMode = (next: ThemeMode) => {
      if (given === undefined) storeMode(next);
      setModeState(next);
    };
    return { mode, theme, look, setMode };
  }, [mode, theme, look, given]);
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

export function useTheme(): ThemeState {
  return useContext(ThemeContext);
}
