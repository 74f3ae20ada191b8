import type { ThemeMode } from '@powerset/ui';
import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import { loadChartPanel } from './features/explore/index.ts';
import { loadFileDrop } from './features/uploads/index.ts';
import {
  BrokenPage,
  ChartPanelProvider,
  type FeatureRoute,
  HomeRedirect,
  lazyPart,
  NotFoundPage,
  RouteFrame,
  Starting,
  UiRoot,
} from './shell/index.ts';

/** Every feature's addresses, registered by presence: what its door, `features/<name>/index.ts`, calls `routes`. */
const registered = import.meta.glob<readonly FeatureRoute[]>('./features/*/index.ts', {
  eager: true,
  import: 'routes',
});
const featureRoutes: readonly FeatureRoute[] = Object.values(registered).flat();

/** Everywhere a file may be dropped; it arrives when the page has been drawn, or when a file does. */
const FileDrop = lazyPart(async () => {
  await Promise.race([whenIdle(), whenDragged()]);
  return loadFileDrop();
});

const ChartPanel = lazyPart(loadChartPanel);

const idlePatienceMs = 2000;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser knows idle time.
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: idlePatienceMs });
    else setTimeout(resolve, idlePatienceMs);
  });
}

function whenDragged(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('dragenter', () => resolve(), { once: true });
  });
}

function inFrontOf(Behind: ComponentType, Page: ComponentType): ComponentType {
  return function Layered() {
    return (
      <>
        <Behind />
        <Page />
      </>
    );
  };
}

async function loadPage(route: FeatureRoute, queryClient: QueryClient): Promise<{ Component: ComponentType }> {
  const behind = featureRoutes.find((other) => other.path === route.behind);
  if (!behind) return { Component: await route.load(queryClient) };
  const [page, back] = await Promise.all([route.load(queryClient), loadPage(behind, queryClient)]);
  return { Component: inFrontOf(back.Component, page) };
}

/** Where a page's code cannot be loaded the router would draw nothing at all; thrown while drawing, it is told in the frame. */
function MissingPage({ error }: { readonly error: unknown }): never {
  throw error;
}

function loadOrBreak(
  route: FeatureRoute,
  queryClient: QueryClient,
): Promise<Pick<RouteObject, 'Component' | 'element'>> {
  return loadPage(route, queryClient).catch((error: unknown) => ({ element: <MissingPage error={error} /> }));
}

function toRouteObject(route: FeatureRoute, queryClient: QueryClient): RouteObject {
  return { path: route.path, handle: route, lazy: () => loadOrBreak(route, queryClient), ErrorBoundary: BrokenPage };
}

/** The application's router: one frame, inside it whichever page the address names. */
export function createRouter(queryClient: QueryClient, theme?: ThemeMode) {
  return createBrowserRouter([
    {
      element: (
        <UiRoot theme={theme}>
          <Outlet />
        </UiRoot>
      ),
      HydrateFallback: Starting,
      children: [
        { path: '/', Component: HomeRedirect },
        {
          element: (
            <RouteFrame routes={featureRoutes}>
              <ChartPanelProvider value={ChartPanel}>
                <Outlet />
              </ChartPanelProvider>
              <Suspense fallback={null}>
                <FileDrop />
              </Suspense>
            </RouteFrame>
          ),
          ErrorBoundary: BrokenPage,
          children: [
            ...featureRoutes.map((route) => toRouteObject(route, queryClient)),
            { path: '*', Component: NotFoundPage },
          ],
        },
      ],
    },
  ]);
}
