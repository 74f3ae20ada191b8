/**
 * EMBEDDED DASHBOARD, for pages of other sites that are written with React (18 or newer). One file without other dependencies,
 * to be copied: it shows a dashboard of Powerset in a frame to guests, and speaks with it as `@superset-ui/embedded-sdk` does.
 */
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';

export interface EmbeddedDashboardProps {
  /** The name for embedding that the dashboard's dialog shows. */
  readonly id: string;
  /** Where Powerset is reached: `https://bi.example.com`. */
  readonly server: string;
  /** A token of your own server, asked for again before each ends. */
  readonly fetchGuestToken: () => Promise<string>;
  /** What screen readers call the frame. */
  readonly title?: string;
  readonly className?: string;
  readonly style?: CSSProperties;
  readonly hideTitle?: boolean;
  readonly hideTabs?: boolean;
  readonly hideChartControls?: boolean;
  readonly filters?: { readonly visible?: boolean; readonly expanded?: boolean };
  /** A language such as `de`; without it the one of the browser. */
  readonly locale?: string;
  /** Followed while the dashboard is open, as `theme` is. */
  readonly themeMode?: 'light' | 'dark' | 'system';
  readonly theme?: object | null;
  /** Further parameters of the dashboard's address, such as `permalink_key`. */
  readonly urlParams?: Readonly<Record<string, string>>;
  /** Hears of each change of filters. */
  readonly onDataMask?: (mask: unknown) => void;
  /** Hears that no token came; it is asked for again. */
  readonly onTokenError?: (error: unknown) => void;
  /** The address of your page that opens the dashboard in a state that somebody shares. */
  readonly resolvePermalinkUrl?: (key: string) => string | null | Promise<string | null>;
  /** Set to what the page may ask the dashboard. */
  readonly handle?: Ref<EmbeddedDashboardHandle>;
}

/** What the page may ask the dashboard. */
export interface EmbeddedDashboardHandle {
  readonly getScrollSize: () => Promise<unknown>;
  readonly getDashboardPermalink: (anchor?: string) => Promise<unknown>;
  readonly getActiveTabs: () => Promise<unknown>;
  readonly getDataMask: () => Promise<unknown>;
  readonly getChartStates: () => Promise<unknown>;
  readonly getChartDataPayloads: (chartId?: number) => Promise<unknown>;
}

/** Shows the dashboard; what is changed of its address opens it anew, everything else it follows. */
export function EmbeddedDashboard(props: EmbeddedDashboardProps) {
  const { server, title = 'Dashboard', className, style, themeMode, theme, handle } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [line, setLine] = useState<Line | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [firstMode] = useState(themeMode);
  const address = addressOf(props, firstMode);
  const origin = new URL(server).origin;
  useEffect(() => {
    const host = frame.current;
    if (!host) return;
    let open: Line | null = null;
    const onLoad = () => {
      open?.close();
      open = openLine(host, origin, answersOf(latest));
      setLine(open);
    };
    host.addEventListener('load', onLoad);
    // Only now, so that its load is not missed.
    host.src = address;
    return () => {
      host.removeEventListener('load', onLoad);
      open?.close();
      setLine(null);
    };
  }, [address, origin]);
  useEffect(() => (line ? keepTokens(line, latest) : undefined), [line]);
  useEffect(() => {
    if (line && themeMode) line.emit('setThemeMode', { mode: themeMode });
  }, [line, themeMode]);
  useEffect(() => {
    if (line && theme !== undefined) line.emit('setThemeConfig', { themeConfig: theme });
  }, [line, theme]);
  useImperativeHandle(handle, () => handleOf(line), [line]);
  return (
    <iframe
      ref={frame}
      title={title}
      className={className}
      style={{ border: 0, width: '100%', height: '100%', ...style }}
      sandbox="allow-same-origin allow-scripts allow-presentation allow-downloads allow-forms allow-popups"
      allow="fullscreen; clipboard-write"
    />
  );
}

function addressOf(props: EmbeddedDashboardProps, mode: EmbeddedDashboardProps['themeMode']): string {
  const { id, server, hideTitle, hideTabs, hideChartControls, onDataMask, filters, locale, urlParams } = props;
  const parts = [hideTitle && 1, hideTabs && 2, hideChartControls && 8, onDataMask && 16];
  const config = parts.reduce<number>((sum, part) => sum + (part || 0), 0);
  const params = new URLSearchParams({ uiConfig: String(config) });
  if (filters?.visible !== undefined) params.set('show_filters', String(filters.visible));
  if (filters?.expanded !== undefined) params.set('expand_filters', String(filters.expanded));
  if (mode) params.set('themeMode', mode);
  if (locale) params.set('locale', locale);
  for (const [name, value] of Object.entries(urlParams ?? {})) params.set(name, value);
  return `${server.replace(/\/+$/, '')}/embedded/${encodeURIComponent(id)}?${params}`;
}

type Latest = { readonly current: EmbeddedDashboardProps };
type Answers = Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => unknown>>;

/** What the dashboard tells and asks. */
function answersOf(latest: Latest): Answers {
  return {
    observeDataMask: (mask) => latest.current.onDataMask?.(mask),
    resolvePermalinkUrl: ({ key }) => latest.current.resolvePermalinkUrl?.(String(key)) ?? null,
  };
}

function handleOf(line: Line | null): EmbeddedDashboardHandle {
  const ask = (method: string, args?: object) =>
    line ? line.ask(method, args) : Promise.reject(new Error('The dashboard is not loaded yet.'));
  return {
    getScrollSize: () => ask('getScrollSize'),
    getDashboardPermalink: (anchor) => ask('getDashboardPermalink', { anchor }),
    getActiveTabs: () => ask('getActiveTabs'),
    getDataMask: () => ask('getDataMask'),
    getChartStates: () => ask('getChartStates'),
    getChartDataPayloads: (chartId) => ask('getChartDataPayloads', { chartId }),
  };
}

interface Line {
  readonly emit: (method: string, args: object) => void;
  readonly ask: (method: string, args?: object) => Promise<unknown>;
  readonly close: () => void;
}

interface Asked {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Hands a port to the page in the frame, and to no page of another origin that might stand there by now. */
function openLine(frame: HTMLIFrameElement, origin: string, answers: Answers): Line {
  const { port1: port, port2 } = new MessageChannel();
  const asked = new Map<string, Asked>();
  let count = 0;
  port.onmessage = async ({ data }) => {
    const { switchboardAction: action, method, messageId, args, result, error } = data ?? {};
    if (action === 'reply' || action === 'error') {
      const question = asked.get(messageId);
      asked.delete(messageId);
      if (action === 'reply') question?.resolve(result);
      else question?.reject(new Error(String(error)));
      return;
    }
    const known = Object.hasOwn(answers, method) ? answers[method] : undefined;
    const answer = await Promise.resolve(args ?? {})
      .then(known)
      .catch(() => null);
    if (action === 'get') port.postMessage({ switchboardAction: 'reply', messageId, result: answer ?? null });
  };
  frame.contentWindow?.postMessage({ type: '__embedded_comms__', handshake: 'port transfer' }, origin, [port2]);
  return {
    emit: (method, args) => port.postMessage({ switchboardAction: 'emit', method, args }),
    ask: (method, args) =>
      new Promise((resolve, reject) => {
        count += 1;
        const messageId = `m_react_${count}`;
        asked.set(messageId, { resolve, reject });
        port.postMessage({ switchboardAction: 'get', method, messageId, args });
      }),
    close: () => {
      port.close();
      for (const { reject } of asked.values()) reject(new Error('The dashboard was closed.'));
    },
  };
}

const [marginMs, leastMs, retryMs, mostMs] = [5000, 10_000, 10_000, 2_000_000_000];

/** Sends a token, and another before each ends; where none comes it asks again. */
function keepTokens(line: Line, latest: Latest): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const send = async () => {
    const next = await latest.current
      .fetchGuestToken()
      .then((token) => {
        if (!isOver) line.emit('guestToken', { guestToken: token });
        return lifetimeOf(token);
      })
      .catch((error: unknown) => {
        if (!isOver) latest.current.onTokenError?.(error);
        return retryMs;
      });
    if (!isOver) timer = setTimeout(() => void send(), next);
  };
  void send();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** For how long a token serves, by what it says of its end. */
function lifetimeOf(token: string): number {
  const [, claims = ''] = token.split('.');
  const read: unknown = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
  const end = typeof read === 'object' && read !== null && 'exp' in read ? Number(read.exp) * 1000 : Number.NaN;
  const left = Number.isFinite(end) ? end - Date.now() - marginMs : 300_000;
  return Math.min(mostMs, Math.max(leastMs, left));
}
