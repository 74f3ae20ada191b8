import { createHash } from 'node:crypto';

/** A page for the frame of a plugin's view, and the policy under which it runs. */
export interface FramePage {
  readonly html: string;
  readonly policy: string;
}

/**
 * Answers what the page around it asks to be drawn. It runs as a script of its own, so that it is there to tell that
 * the view is not.
 */
const runtime = `(() => {
  const told = (report) => parent.postMessage(report, '*');
  const words = (error) => String((error && error.message) || error);
  const root = document.getElementById('view');
  const host = { select: (selection) => told({ kind: 'selected', selection }) };
  let number = 0;
  addEventListener('error', (event) => told({ kind: 'failed', number, message: words(event.error || event.message) }));
  addEventListener('unhandledrejection', (event) => told({ kind: 'failed', number, message: words(event.reason) }));
  addEventListener('message', async ({ source, data }) => {
    if (source !== parent || !data || data.kind !== 'draw') return;
    number = data.number;
    const startedAt = performance.now();
    const { theme, title } = data.drawing;
    const style = document.documentElement.style;
    style.colorScheme = theme.isDark ? 'dark' : 'light';
    style.color = theme.text;
    style.fontFamily = theme.font;
    document.title = title;
    try {
      const draw = globalThis.powersetView && (powersetView.draw || powersetView.default);
      if (typeof draw !== 'function') throw new Error('view.js gives no function named draw.');
      await draw(root, data.drawing, host);
      told({ kind: 'drawn', number: data.number, ms: performance.now() - startedAt });
    } catch (error) {
      told({ kind: 'failed', number: data.number, message: words(error) });
    }
  });
  told({ kind: 'ready' });
})();`;

const style = 'html,body,#view{margin:0;height:100%}body{overflow:hidden;background:transparent;font-size:12px}';

/** The view's code stands in the page itself: a frame without an origin fetches nothing. */
export function toFramePage(viewCode: string): FramePage {
  const scripts = [inPage(viewCode), runtime];
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Chart</title><style>${style}</style></head><body><div id="view"></div>${scripts.map((script) => `<script>${script}</script>`).join('')}</body></html>`,
    policy: [
      "default-src 'none'",
      `script-src ${hashes.join(' ')}`,
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
