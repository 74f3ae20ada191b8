import { type Engine, EngineError } from './engine.ts';
import { findDatabaseKind } from './kinds.ts';
import type { ConnectionRow } from './opened-engines.ts';
import { findOpeningProblem } from './opening.ts';

/** What of a connection decides which catalog it opens. */
export type CatalogPlace = Pick<ConnectionRow, 'backend' | 'sqlalchemy_uri'>;

/** The catalog that a connection opens; null where its engine knows none, or its address cannot be read here. */
export function defaultCatalogOf({ backend, sqlalchemy_uri: uri }: CatalogPlace): string | null {
  const kind = findDatabaseKind(backend);
  return kind?.defaultCatalogOf && !kind.findUriProblem(uri) ? kind.defaultCatalogOf(uri) || null : null;
}

/**
 * What a catalog's name means: null is the connection's own, which need not be named. Permissions and datasets are compared by
 * this and by nothing else, so that one catalog's tables are never taken for those of another.
 */
export function otherCatalogOf(place: CatalogPlace, name: string | null | undefined): string | null {
  if (!name) return null;
  const fold = foldOf(place.backend);
  return fold(name) === fold(defaultCatalogOf(place) ?? '') ? null : fold(name);
}

function foldOf(backend: string): (name: string) => string {
  const kind = findDatabaseKind(backend);
  if (kind?.foldCatalog) return kind.foldCatalog;
  return kind?.tellsCaseApart === false ? (name) => name.toLowerCase() : (name) => name;
}

/** Why a catalog cannot be read by a connection, in a sentence; null where it can, or where nothing of it can be read here. */
export function findCatalogProblem(database: CatalogPlace, name: string | null | undefined): string | null {
  if (otherCatalogOf(database, name) === null || findOpeningProblem(database)) return null;
  const own = defaultCatalogOf(database);
  return own === null ? 'This database has no catalogs.' : `Only the catalog "${own}" can be read by this connection.`;
}

const places = new WeakMap<Engine, CatalogPlace>();

/** Notes whose engine it is. */
export function noteCatalog(engine: Engine, database: CatalogPlace): void {
  places.set(engine, database);
}

/** Refuses a catalog that an engine does not open: whoever asked for it must not be answered of another. */
export function refuseCatalog(engine: Engine, name: string | null): void {
  const place = places.get(engine);
  const problem = place && findCatalogProblem(place, name);
  if (problem) throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: problem, invalid: ['catalog'] });
}
