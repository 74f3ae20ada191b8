/** As they are given. */
export interface GivenOtlp {
  readonly otlpUrl: string | null;
  readonly otlpHeaders: string | null;
}

export interface OtlpSettings {
  readonly otlpUrl: string | null;
  readonly otlpHeaders: Readonly<Record<string, string>>;
}

/** The collector's address and headers, or what is wrong with them, in words that hold nothing of the headers. */
export function readOtlpSettings({ otlpUrl, otlpHeaders }: GivenOtlp): OtlpSettings | { readonly wrong: string } {
  const url = readUrl(otlpUrl);
  if (url === undefined)
    return {
      wrong:
        'POWERSET_OTLP_URL (--otlp-url) must be an address like http://127.0.0.1:4318; a name and password belong into POWERSET_OTLP_HEADERS.',
    };
  const headers = readHeaders(otlpHeaders ?? '');
  if (headers === undefined)
    return {
      wrong:
        'POWERSET_OTLP_HEADERS (--otlp-headers) must be headers like authorization=Bearer%20abc,x-tenant=bi, with a name and a value each.',
    };
  return { otlpUrl: url, otlpHeaders: headers };
}

function readUrl(text: string | null): string | null | undefined {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.hash) return undefined;
  if (url.pathname === '/') url.pathname = '/v1/traces';
  return url.href;
}

function readHeaders(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.+)$/.exec(part)?.slice(1) ?? []);
  try {
    const read = pairs.map(([name, value]) => [name?.toLowerCase(), decodeURIComponent(value ?? '')] as const);
    if (read.some(([name, value]) => !name || !/^[\x20-\x7e]+$/.test(value))) return undefined;
    return Object.fromEntries(read) as Record<string, string>;
  } catch {
    return undefined;
  }
}
