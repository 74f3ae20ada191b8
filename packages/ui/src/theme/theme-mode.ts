export type ThemeMode = 'light' | 'dark' | 'system';
export type ThemeName = 'light' | 'dark';

/** Where the choice is kept; the page's first script reads the same key so that the first paint is right. */
export const THEME_STORAGE_KEY = 'powerset.theme';

export function parseThemeMode(text: string | null): ThemeMode {
  return text === 'light' || text === 'dark' ? text : 'system';
}

/** Which theme a choice means on this device. */
export function resolveTheme(mode: ThemeMode, prefersDark: boolean): ThemeName {
  if (mode === 'system') return prefersDark ? 'dark' : 'light';
  return mode;
}
