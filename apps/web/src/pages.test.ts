import { type PageOpening, pages } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { type FeatureRoute, findRoute } from './shell/index.ts';

const modules = import.meta.glob<{ routes: readonly FeatureRoute[] }>('./features/*/routes.ts', { eager: true });
const routes = Object.values(modules).flatMap((module) => module.routes);

describe('screens', () => {
  it.each([
    '/superset/welcome/',
    '/login/',
    '/set-up',
    '/dashboard/list/',
    '/chart/list/',
    '/tablemodelview/list/',
    '/savedqueryview/list/',
    '/databaseview/list/',
    '/explore/',
    '/superset/sqllab/',
    '/sqllab/',
    '/superset/sqllab/history/',
  ])('%s is the address of one [SQL-056]', (address) => {
    expect(findRoute(routes, address)).toBeDefined();
  });

  it('have no address besides', () => {
    expect(findRoute(routes, '/superset/nothing/')).toBeUndefined();
  });
});

describe('pages that are opened ahead', () => {
  const openings: readonly PageOpening[] = Object.values(pages);
  // The bare address leads on to the home page.
  const addresses = openings.flatMap(({ paths }) => paths).filter((path) => path !== '/');
  it.each(addresses)('%s is the address of a page', (address) => {
    expect(findRoute(routes, address.replace(':id', '7'))).toBeDefined();
  });
});
