import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@powerset/ui/tokens.css';
import '@powerset/ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { api, bootstrapAhead, createQueryClient } from './api/index.ts';
import { isEmbeddedPage, openHostLine, readEmbeddedLook, readStandaloneLook } from './host-page/index.ts';
import { LANGUAGE_STORAGE_KEY, msg, parseLanguage, startTranslator, t } from './i18n/index.ts';
import { createRouter } from './routes.tsx';

function readLanguage(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_STORAGE_KEY);
  } catch {
    return null;
  }
}

const shownByOthers = msg(
  'This address shows a dashboard inside a page of another site. Opened by itself it shows nothing.',
);

type Router = ReturnType<typeof createRouter>;

/** So long the page may stay blank: who waits for less sees it whole instead of in pieces. */
const patienceMs = 200;

function whenRouted(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) resolve();
    else {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
    }
  });
}

async function start(): Promise<void> {
  const queryClient = createQueryClient();
  const look = isEmbeddedPage(location.pathname) ? readEmbeddedLook(location.search) : null;
  // Before anything is waited for: the host hands over its port as soon as the page is loaded.
  if (look) api.setGuest(openHostLine(() => t(shownByOthers)));
  const bootstrap = bootstrapAhead(queryClient);
  const alone = look ?? readStandaloneLook(location.search);
  const language = alone.language ?? (look ? null : readLanguage());
  await startTranslator(parseLanguage(language ?? navigator.language));
  const router = createRouter(queryClient, alone.theme);
  const isThere = look ? whenRouted(router) : Promise.all([bootstrap, whenRouted(router)]);
  await Promise.race([isThere, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  const container = document.getElementById('root');
  if (!container) return;
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void start();
