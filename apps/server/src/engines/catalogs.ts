import { parseDocument } from '../metadata/index.ts';
import { type Engine, EngineError } from './engine.ts';
import { findDatabaseKind } from './kinds.ts';
import type { ConnectionRow } from './opened-engines.ts';
import { findOpeningProblem } from './opening.ts';

/** What of a connection decides which catalog it opens. */
export type CatalogPlace = Pick<ConnectionRow, 'backend' | 'sqlalchemy_uri' | 'extra'>;

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
  if (fold(name) === findDatabaseKind(place.backend)?.ownCatalogAlias) return null;
  return fold(name) === fold(defaultCatalogOf(place) ?? '') ? null : fold(name);
}

function foldOf(backend: string): (name: string) => string {
  const kind = findDatabaseKind(backend);
  if (kind?.foldCatalog) return kind.foldCatalog;
  return kind?.tellsCaseApart === false ? (name) => name.toLowerCase() : (name) => name;
}

/** Whether more than its own catalog may be read by a connection: its engine can, and its settings say so. */
export function readsOtherCatalogs({ backend, extra }: Pick<CatalogPlace, 'backend' | 'extra'>): boolean {
  return canReadOthers(backend) && parseDocument(extra)?.allow_multi_catalog === true;
}

function canReadOthers(backend: string): boolean {
  return findDatabaseKind(backend)?.readsOtherCatalogs === true;
}

/** Whether what a catalog of a dataset says is lost on a connection: nothing of it can be read there, whatever its settings say. */
export function isBeyondReach(place: CatalogPlace, name: string | null): boolean {
  return !canReadOthers(place.backend) && findCatalogProblem(place, name) !== null;
}

/** Why a catalog cannot be read by a connection, in a sentence; null where it can, or where nothing of it can be read here. */
export function findCatalogProblem(database: CatalogPlace, name: string | null | undefined): string | null {
  if (otherCatalogOf(database, name) === null || findOpeningProblem(database) || readsOtherCatalogs(database))
    return null;
  const own = defaultCatalogOf(database);
  if (own === null) return 'This database has no catalogs.';
  return canReadOthers(database.backend)
    ? `Only the catalog "${own}" is read by this connection: "Allow changing catalogs" is off.`
    : `Only the catalog "${own}" can be read by this connection.`;
}

const places = new WeakMap<Engine, CatalogPlace>();

/** Notes whose engine it is. */
export function noteCatalog(engine: Engine, database: CatalogPlace): void {
  places.set(engine, database);
}

/** The engine where a catalog's tables are read; whoever asks for one that it does not open is answered of no other. */
export function enterCatalog(engine: Engine, name: string | null) {
  const place = places.get(engine);
  if (!place) return { entered: engine, backend: engine.dialect };
  const problem = findCatalogProblem(place, name);
  if (problem) throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message: problem, invalid: ['catalog'] });
  const other = otherCatalogOf(place, name);
  return { entered: other === null ? engine : (engine.inCatalog?.(other) ?? refuse()), backend: place.backend };
}

function refuse(): never {
  const message = 'This database has no catalogs.';
  throw new EngineError({ code: 'GENERIC_DB_ENGINE_ERROR', message, invalid: ['catalog'] });
}
