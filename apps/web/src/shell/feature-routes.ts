import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';

/** Which entry of the top bar a page belongs to. */
export type NavKey = 'dashboards' | 'charts' | 'datasets' | 'sql';

export interface RequiredPair {
  readonly permission: string;
  readonly view: string;
  /** The built-in role to ask for, where one is made for it. */
  readonly role?: string;
}

/**
 * One address of a feature. Features register by presence: `features/<name>/index.ts` exports `routes: readonly FeatureRoute[]`,
 * and each page's code is loaded when its address is opened.
 */
export interface FeatureRoute {
  /** Path in the router's form, for example `/superset/dashboard/:idOrSlug/`. */
  readonly path: string;
  /** The page's code; what the page opens with may be asked for on the way. */
  readonly load: (queryClient: QueryClient) => Promise<ComponentType>;
  /** `public` pages open without a session. */
  readonly access?: 'public' | 'session';
  /** Without the top bar: sign-in, set-up, embedded pages. */
  readonly isBare?: boolean;
  readonly nav?: NavKey;
  /** A pair that the user's roles must hold; without it the page is not opened, and words stand in its place. */
  readonly requires?: RequiredPair;
  /** For a dialog with an address of its own: the path of the page that stands behind it. */
  readonly behind?: string;
}

/** Turns a route's pattern into an expression that addresses are tested with. */
function toPattern(path: string): RegExp {
  const source = path
    .replace(/\/+$/, '')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/:[a-zA-Z]+/g, '[^/]+')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}/?$`);
}

/** The route that serves an address (query and fragment are ignored), if any. */
export function findRoute(routes: readonly FeatureRoute[], address: string): FeatureRoute | undefined {
  const path = address.split(/[?#]/)[0] ?? '';
  return routes.find((route) => toPattern(route.path).test(path));
}
