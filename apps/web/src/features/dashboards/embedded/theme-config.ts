import type { ThemeMode } from '@powerset/ui';

/** Which of our tokens the reference's names of a theme stand for. */
const tokens: Readonly<Record<string, readonly string[]>> = {
  colorPrimary: ['--accent'],
  colorPrimaryHover: ['--accent-hover'],
  colorPrimaryActive: ['--accent-active'],
  colorPrimaryText: ['--accent-text'],
  colorLink: ['--accent-text'],
  colorBgBase: ['--ground'],
  colorBgLayout: ['--ground'],
  colorBgContainer: ['--card'],
  colorBgElevated: ['--raised'],
  colorTextBase: ['--text'],
  colorText: ['--text'],
  colorTextSecondary: ['--text-2'],
  colorTextTertiary: ['--text-3'],
  colorBorder: ['--border'],
  colorBorderSecondary: ['--border-subtle'],
  colorSuccess: ['--success'],
  colorWarning: ['--warning'],
  colorError: ['--danger'],
  colorInfo: ['--info'],
  fontFamily: ['--font'],
};

/** Values that are a colour or a list of fonts; whatever could be more is left out. */
const plain = /^[#\w\s.,%()'"-]{1,200}$/;

/** The tokens that a theme of the reference sets, with their values; names that we have nothing for are passed over. */
export function themeVariables(config: unknown): readonly (readonly [name: string, value: string])[] {
  const given: unknown = isRecord(config) ? config.token : undefined;
  if (!isRecord(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    if (typeof value !== 'string' || !plain.test(value) || /url|expression/i.test(value)) return [];
    return (Object.hasOwn(tokens, name) ? (tokens[name] ?? []) : []).map((own) => [own, value] as const);
  });
}

/** Whether a theme of the reference is a dark one; undefined where it does not say. */
export function themeModeOf(config: unknown): ThemeMode | undefined {
  const algorithm: unknown = isRecord(config) ? config.algorithm : undefined;
  const names = (Array.isArray(algorithm) ? algorithm : [algorithm]).map(String);
  if (names.includes('dark')) return 'dark';
  return names.includes('default') || names.includes('light') ? 'light' : undefined;
}

function isRecord(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}
