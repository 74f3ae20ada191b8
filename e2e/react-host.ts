import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const component = fileURLToPath(new URL('../apps/web/public/embedded-react.tsx', import.meta.url));

/** The page of somebody else who writes with React and copied our component: its script, with React in it. */
export async function reactHostScript({ uuid, productUrl }: { readonly uuid: string; readonly productUrl: string }) {
  const { outputFiles } = await build({
    stdin: {
      contents: `
import { createElement, StrictMode, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { EmbeddedDashboard } from ${JSON.stringify(component)};
window.heard = [];
window.failed = [];
function Page() {
  const [mode, setMode] = useState('light');
  const [isThere, setIsThere] = useState(true);
  const handle = useRef(null);
  window.board = { handle, setMode, setIsThere };
  if (!isThere) return 'closed';
  return createElement(EmbeddedDashboard, {
    id: ${JSON.stringify(uuid)},
    server: ${JSON.stringify(productUrl)},
    fetchGuestToken: async () => (await fetch('/token')).text(),
    title: 'Board', locale: 'de', themeMode: mode, hideTitle: true, handle,
    onDataMask: (mask) => window.heard.push(mask),
    onTokenError: (error) => window.failed.push(String(error)),
    resolvePermalinkUrl: (key) => location.origin + '/share/' + key,
  });
}
createRoot(document.getElementById('board')).render(createElement(StrictMode, null, createElement(Page)));`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
      loader: 'js',
    },
    bundle: true,
    write: false,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return outputFiles[0]?.text ?? '';
}
