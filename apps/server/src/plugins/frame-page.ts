import { createHash } from 'node:crypto';

/** A page for the frame of a plugin's view, and the policy under which it runs. */
export interface FramePage {
  readonly html: string;
  readonly policy: string;
}

/**
 * Tells the page around it what comes of a view. Each drawing is begun in a turn of its own, so that the page hears of it
 * before a view that hangs.
 */
const viewRuntime = `(() => {
  const page = parent;
  const told = (report) => page.postMessage(report, '*');
  const words = (error) => String((error && error.message) || error);
  const root = document.getElementById('view');
  const host = { select: (selection) => told({ kind: 'selected', selection }) };
  let number = 0;
  addEventListener('error', (event) => told({ kind: 'failed', number, message: words(event.error || event.message) }));
  addEventListener('unhandledrejection', (event) => told({ kind: 'failed', number, message: words(event.reason) }));
  addEventListener('message', ({ source, data }) => {
    if (source !== page || !data || data.kind !== 'draw') return;
    number = data.number;
    told({ kind: 'begun', number });
    setTimeout(async () => {
      const startedAt = performance.now();
      const { picture, ...given } = data.drawing;
      const style = document.documentElement.style;
      style.colorScheme = given.theme.isDark ? 'dark' : 'light';
      style.color = given.theme.text;
      style.fontFamily = given.theme.font;
      document.title = given.title;
      try {
        const draw = globalThis.powersetView && (powersetView.draw || powersetView.default);
        if (typeof draw !== 'function') throw new Error('view.js gives no function named draw.');
        await draw(root, { ...JSON.parse(picture), ...given }, host);
        told({ kind: 'drawn', number: data.number, ms: performance.now() - startedAt });
      } catch (error) {
        told({ kind: 'failed', number: data.number, message: words(error) });
      }
    });
  });
  told({ kind: 'ready' });
})();`;

/**
 * Starts a definition's code in a worker, which speaks with the page alone, over a port: it has no document, and may be
 * ended while it computes.
 */
const definitionRuntime = `(() => {
  addEventListener('message', ({ source, data, ports }) => {
    if (source !== parent || !data || data.kind !== 'start' || !ports[0]) return;
    const worker = new Worker(URL.createObjectURL(new Blob([data.runtime], { type: 'text/javascript' })));
    worker.postMessage({ code: data.code, port: ports[0] }, [ports[0]]);
  }, { once: true });
  parent.postMessage({ kind: 'ready' }, '*');
})();`;

const style = 'html,body,#view{margin:0;height:100%}body{overflow:hidden;background:transparent;font-size:12px}';

/** The view's code stands in the page itself: a frame without an origin fetches nothing. */
export function toFramePage(viewCode: string): FramePage {
  return toPage([inPage(viewCode), viewRuntime], {});
}

/** What runs a definition, the same for all of them: the page around it brings the code. */
export function definitionPage(): FramePage {
  return toPage([definitionRuntime], { worker: 'blob:', script: 'blob:' });
}

/** A page that is sandboxed and has no network; its own scripts run, and where said what was made in the frame itself. */
function toPage(
  scripts: readonly string[],
  { script = '', worker = "'none'" }: { readonly script?: string; readonly worker?: string },
): FramePage {
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Chart</title><style>${style}</style></head><body><div id="view"></div>${scripts.map((text) => `<script>${text}</script>`).join('')}</body></html>`,
    policy: [
      "default-src 'none'",
      ['script-src', ...hashes, ...(script ? [script] : [])].join(' '),
      `worker-src ${worker}`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'font-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ].join(';'),
  };
}

/** Texts in the code may look like the end of the script. */
function inPage(code: string): string {
  return code
    .replace(/<(\/script|!--)/gi, '\\x3c$1')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
}
