import './offline-main.module.css';
import '@powerset/ui/tokens.css';
import '@powerset/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './api/index.ts';
import { loadOfflinePage } from './features/dashboards/index.ts';
import { parseLanguage, startFileTranslator } from './i18n/index.ts';
import { createFileFetch, offlineFile } from './offline-file/index.ts';
import { FileFrame, UiRoot } from './shell/index.ts';

/** Shows the dashboard of a file; everything that its page asks is answered from there. */
async function start(): Promise<void> {
  const file = offlineFile();
  globalThis.fetch = createFileFetch(file);
  await startFileTranslator(parseLanguage(file.language), file.texts);
  const OfflinePage = await loadOfflinePage();
  const frame = (
    <UiRoot theme={file.theme}>
      <FileFrame>
        <Outlet />
      </FileFrame>
    </UiRoot>
  );
  const address = `/superset/dashboard/${file.dashboardId}/${file.search}`;
  const routes = [{ element: frame, children: [{ path: '/superset/dashboard/:idOrSlug/', Component: OfflinePage }] }];
  const container = document.getElementById('root');
  if (!container) return;
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
