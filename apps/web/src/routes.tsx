import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Outlet, type RouteObject } from 'react-router';
import {
  BrokenPage,
  type FeatureRoute,
  HomeRedirect,
  NotFoundPage,
  RouteFrame,
  type RouteModule,
  Starting,
  UiRoot,
} from './shell/index.ts';

/** Every feature's addresses, registered by presence: `features/<name>/routes.ts`. */
const modules = import.meta.glob<RouteModule>('./features/*/routes.ts', { eager: true });
const featureRoutes: readonly FeatureRoute[] = Object.values(modules).flatMap((module) => module.routes);

function inAntd(Frame: ComponentType<{ children: ReactNode }>, Page: ComponentType): ComponentType {
  return function AntdFramed() {
    return (
      <Frame>
        <Page />
      </Frame>
    );
  };
}

/** Everywhere a file may be dropped; it arrives after the page itself. */
const FileDrop = lazy(async () => ({ default: (await import('./features/uploads/FileDrop.tsx')).FileDrop }));

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

async function loadPage(route: FeatureRoute): Promise<{ Component: ComponentType }> {
  const behind = featureRoutes.find((other) => other.path === route.behind);
  if (!behind) return loadAlone(route);
  const [page, back] = await Promise.all([loadAlone(route), loadPage(behind)]);
  return { Component: inFrontOf(back.Component, page.Component) };
}

async function loadAlone(route: FeatureRoute): Promise<{ Component: ComponentType }> {
  if (!route.usesAntd) return { Component: await route.load() };
  const [Page, { AntdPage }] = await Promise.all([route.load(), import('./shell/AntdPage.tsx')]);
  return { Component: inAntd(AntdPage, Page) };
}

function toRouteObject(route: FeatureRoute): RouteObject {
  return { path: route.path, handle: route, lazy: () => loadPage(route), ErrorBoundary: BrokenPage };
}

/** The application's router: one frame, inside it whichever page the address names. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: (
        <UiRoot>
          <Outlet />
        </UiRoot>
      ),
      HydrateFallback: Starting,
      children: [
        { path: '/', Component: HomeRedirect },
        {
          element: (
            <RouteFrame routes={featureRoutes}>
              <Outlet />
              <Suspense fallback={null}>
                <FileDrop />
              </Suspense>
            </RouteFrame>
          ),
          ErrorBoundary: BrokenPage,
          children: [...featureRoutes.map(toRouteObject), { path: '*', Component: NotFoundPage }],
        },
      ],
    },
  ]);
}
