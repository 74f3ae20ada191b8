import { type PageOpening, pages } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { type FeatureRoute, findRoute } from './shell/index.ts';

const modules = import.meta.glob<{ routes: readonly FeatureRoute[] }>('./features/*/routes.ts', { eager: true });
const routes = Object.values(modules).flatMap((module) => module.routes);

describe('pages that are opened ahead', () => {
  const openings: readonly PageOpening[] = Object.values(pages);
  // The bare address leads on to the home page.
  const addresses = openings.flatMap(({ paths }) => paths).filter((path) => path !== '/');
  it.each(addresses)('%s is the address of a page', (address) => {
    expect(findRoute(routes, address.replace(':id', '7'))).toBeDefined();
  });
});
