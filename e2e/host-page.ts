import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The library as it is published: nothing of it is changed here. */
const library = fileURLToPath(import.meta.resolve('@superset-ui/embedded-sdk')).replace(
  /lib\/index\.js$/,
  'bundle/index.js',
);

export interface HostPage {
  /** Another origin than the product's, and by its name another site. */
  readonly origin: string;
  /** How often a token was asked for. */
  readonly tokensAsked: () => number;
  readonly close: () => Promise<void>;
}

interface HostParts {
  readonly uuid: string;
  readonly productUrl: string;
  readonly makeToken: (time: number) => Promise<string>;
  readonly name?: 'localhost' | '127.0.0.1';
  /** What runs in the place of the library. */
  readonly script?: string;
}

/** The page of somebody else that shows a dashboard; `?config=` of its address is the library's `dashboardUiConfig`. */
export async function openHostPage({
  uuid,
  productUrl,
  makeToken,
  name = 'localhost',
  script,
}: HostParts): Promise<HostPage> {
  let asked = 0;
  const html = `<!doctype html><html lang="en"><title>Orders</title>
<style>body { margin: 0 } #board { height: 100vh } iframe { width: 100%; height: 100%; border: 0 }</style>
<div id="board"></div><script src="/library.js"></script>
<script>
  window.heard = [];
  const config = JSON.parse(new URLSearchParams(location.search).get('config') ?? 'null') ?? undefined;
  window.board = supersetEmbeddedSdk.embedDashboard({
    id: ${JSON.stringify(uuid)},
    supersetDomain: ${JSON.stringify(productUrl)},
    mountPoint: document.getElementById('board'),
    fetchGuestToken: async () => (await fetch('/token')).text(),
    dashboardUiConfig: config,
    iframeTitle: 'Board',
    resolvePermalinkUrl: ({ key }) => location.origin + '/share/' + key,
  });
  window.board.then((board) => board.observeDataMask((mask) => window.heard.push(mask)));
</script></html>`;
  const ownHtml = `<!doctype html><html lang="en"><title>Orders</title>
<style>body { margin: 0 } #board { height: 100vh }</style><div id="board"></div><script src="/own.js"></script></html>`;
  const server = createServer(async ({ url = '' }, reply) => {
    if (url === '/library.js') return reply.setHeader('content-type', 'text/javascript').end(readFileSync(library));
    if (url === '/own.js') return reply.setHeader('content-type', 'text/javascript').end(script);
    if (url !== '/token') return reply.setHeader('content-type', 'text/html').end(script ? ownHtml : html);
    asked += 1;
    return reply.end(await makeToken(asked));
  });
  await new Promise<void>((resolve) => server.listen(0, name, resolve));
  return {
    origin: `http://${name}:${(server.address() as AddressInfo).port}`,
    tokensAsked: () => asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
