/** What people call their browser, of what it calls itself; null where it is none that is known. */
export function browserName(
  userAgent: string | null,
): { readonly browser: string; readonly system: string | null } | null {
  if (userAgent === null) return null;
  const browser = browsers.find(([, sign]) => sign.test(userAgent));
  const system = systems.find(([, sign]) => sign.test(userAgent));
  return browser ? { browser: browser[0], system: system?.[0] ?? null } : null;
}

/** In the order in which they pretend to be each other. */
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];
