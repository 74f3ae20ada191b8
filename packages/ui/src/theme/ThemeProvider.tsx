import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { useMedia } from '../layout/use-media.ts';
import { parseThemeMode, resolveTheme, THEME_STORAGE_KEY, type ThemeMode, type ThemeName } from './theme-mode.ts';

export interface ThemeState {
  readonly mode: ThemeMode;
  readonly theme: ThemeName;
  readonly setMode: (mode: ThemeMode) => void;
}

const ThemeContext = createContext<ThemeState>({ mode: 'system', theme: 'light', setMode: () => {} });

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
  readonly children: ReactNode;
}

/** Light, dark or what the system says: written to `data-theme` on the root, kept in the browser, switched without reload. */
export function ThemeProvider({ given, children }: ThemeProviderProps) {
  const [mode, setModeState] = useState(() => given ?? readStoredMode());
  const prefersDark = useMedia(darkQuery);
  const theme = resolveTheme(mode, prefersDark);
  // Before children's effects, so that whoever reads the colours reads the new ones.
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
    return { mode, theme, setMode };
  }, [mode, theme, given]);
  return <ThemeContext value={state}>{children}</ThemeContext>;
}

export function useTheme(): ThemeState {
  return useContext(ThemeContext);
}
