import { type MapTiles, MapTilesContext } from '@powerset/charts/views';
import type { Bootstrap, WireUser } from '@powerset/contract';
import { Button, cardSurface, classNames, ErrorBox, Skeleton } from '@powerset/ui';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Navigate, useLocation, useMatches } from 'react-router';
import { useStore } from 'zustand';
import { ApiError, api, bootstrapKey, deletions, errorText, useBootstrapQuery } from '../api/index.ts';
import { isEmbeddedPage } from '../host-page/index.ts';
import { useT } from '../i18n/index.ts';
import bare from './BarePage.module.css';
import { NoAccessPage } from './ErrorPages.tsx';
import type { FeatureRoute } from './feature-routes.ts';
import frame from './frame.module.css';
import { addresses } from './navigation.ts';
import { keepEvents } from './page-log.ts';
import { Shell } from './Shell.tsx';
import { SessionProvider, toSession } from './session.tsx';
import { SignInAgain } from './sign-in/SignInAgain.tsx';
import { listenToTabs, signedOut } from './sign-in/signed-out.ts';

/** Who was signed in and no longer is signs in over the page; visitors are led to the sign-in page. */
function useSignedOutListener(user: WireUser | null): void {
  const queryClient = useQueryClient();
  const isSignedIn = user !== null && !user.isAnonymous;
  useEffect(() => keepEvents(isSignedIn), [isSignedIn]);
  useEffect(() => {
    api.setSignInAgain(async () => {
      if (isSignedIn) return signedOut.ask('expired');
      await queryClient.invalidateQueries({ queryKey: bootstrapKey });
      return false;
    });
    const stop = listenToTabs((message) => {
      if (message === 'signed-out' && isSignedIn) void signedOut.ask('elsewhere');
    });
    return () => {
      api.setSignInAgain(null);
      stop();
    };
  }, [queryClient, isSignedIn]);
}

/** A deletion that can still be taken back is done when the page goes. */
function useDeletionsAtLeave(): void {
  useEffect(() => {
    const flush = () => void deletions.flush({ outlivesPage: true });
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, []);
}

/** Where a visitor must go first, if anywhere. */
function detourFor(
  state: { needsSetUp: boolean; needsFactor: boolean; isSignedIn: boolean; mayBrowse: boolean },
  route: FeatureRoute | null,
  here: { pathname: string; search: string; hash: string },
): string | null {
  const token = here.search + here.hash;
  if (state.needsSetUp) return here.pathname.startsWith('/set-up') ? null : `${addresses.setUp}${token}`;
  const next = here.pathname === '/' ? '' : `?next=${encodeURIComponent(here.pathname + here.search)}`;
  if (state.needsFactor) return here.pathname === addresses.secondFactor ? null : `${addresses.secondFactor}${next}`;
  if (state.isSignedIn || state.mayBrowse || route?.access === 'public') return null;
  return `${addresses.signIn}${next}`;
}

/** The feature route that the current match belongs to; null for addresses that lead nowhere. */
function useCurrentRoute(routes: readonly FeatureRoute[]): FeatureRoute | null {
  const handle = useMatches().at(-1)?.handle;
  return routes.find((route) => route === handle) ?? null;
}

/** Around every page: the session, the detour to set-up or sign-in, and the bar. */
export function RouteFrame({ routes, children }: { routes: readonly FeatureRoute[]; children: ReactNode }) {
  const route = useCurrentRoute(routes);
  const bootstrap = useBootstrapQuery();
  const location = useLocation();
  useSignedOutListener(bootstrap.data?.user ?? null);
  const reason = useStore(signedOut.store, (state) => state.reason);
  useDeletionsAtLeave();
  // A page without the bar has no outline of it either.
  if (bootstrap.isPending) return route?.isBare ? null : <Starting />;
  if (bootstrap.error) return <StartFailed error={bootstrap.error} onRetry={() => void bootstrap.refetch()} />;
  const { user, needsSetUp, needsSecondFactor: needsFactor = false } = bootstrap.data;
  const isSignedIn = user !== null && !user.isAnonymous;
  const session = toSession(bootstrap.data, routes);
  const needed = route?.requires;
  const isOpen = !needed || session.can(needed.permission, needed.view);
  const mayBrowse = user !== null && isOpen;
  const detour = detourFor({ needsSetUp, needsFactor, isSignedIn, mayBrowse }, route, location);
  if (detour) return <Navigate to={detour} replace />;
  return (
    <SessionProvider value={session}>
      <MapTilesOf bootstrap={bootstrap.data}>
        {route?.isBare ? (
          <main id="main" style={{ height: '100%' }}>
            {children}
          </main>
        ) : (
          <Shell nav={route?.nav ?? null}>{isOpen ? children : <NoAccessPage role={needed.role} />}</Shell>
        )}
        {reason && user ? <SignInAgain user={user} reason={reason} /> : null}
      </MapTilesOf>
    </SessionProvider>
  );
}

/** The tiles that the configuration puts under maps; whose they are is said on each, be it by the name of their server. */
function MapTilesOf({ bootstrap, children }: { readonly bootstrap: Bootstrap; readonly children: ReactNode }) {
  const { MAP_TILES: address, MAP_ATTRIBUTION: attribution } = bootstrap.conf;
  const tiles = useMemo<MapTiles | null>(() => {
    if (typeof address !== 'string') return null;
    const isSaid = typeof attribution === 'string' && attribution !== '';
    return { address, attribution: isSaid ? attribution : (address.split('/')[2] ?? '') };
  }, [address, attribution]);
  return <MapTilesContext value={tiles}>{children}</MapTilesContext>;
}

/** Before anything is known: the bar's outline. */
export function Starting() {
  const t = useT();
  return (
    <div className={frame.frame} role="status" aria-label={t('Loading...')}>
      <div className={frame.bar}>
        <Skeleton width={110} height={20} />
      </div>
    </div>
  );
}

function StartFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const isRefusedGuest = isEmbeddedPage(location.pathname) && error instanceof ApiError && error.status === 401;
  return (
    <main className={bare.page}>
      <div className={classNames(cardSurface, bare.card)}>
        <ErrorBox
          title={
            isRefusedGuest
              ? t('The page around this one gave no valid token')
              : t('Powerset could not start in this window')
          }
          text={
            isRefusedGuest ? t('Load the page anew. If that does not help, tell whoever runs it.') : errorText(error)
          }
          actions={
            <Button size="small" onClick={onRetry}>
              {t('Try again')}
            </Button>
          }
        />
      </div>
    </main>
  );
}

/** For addresses that start at the root. */
export function HomeRedirect() {
  const { search, hash } = useLocation();
  return <Navigate to={`${addresses.home}${search}${hash}`} replace />;
}
