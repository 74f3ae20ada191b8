import type { ReadTable } from '../engine.ts';
import { refusal, type TextRow } from '../remote/index.ts';

/** What a connection reads beside the catalog that it opens; `W` is what is particular about its engine. */
export interface OtherCatalogs<W> {
  /** The one that it opens. */
  readonly own: string;
  /** Whether one is open to nobody: it tells of the server itself and of what others ask it, or its name may be another one's. */
  readonly isClosed: (catalog: string) => boolean;
  readonly list: (ask: (sql: string) => Promise<readonly TextRow[]>) => Promise<readonly string[]>;
  /** The same over the same connection, where names without a catalog lie in another. */
  readonly enter: (catalog: string) => W;
}

interface Home {
  /** Where tables lie that are named without a catalog. */
  readonly catalog: string;
  readonly others?: Pick<OtherCatalogs<unknown>, 'own' | 'isClosed'> | undefined;
}

/** A table as permissions are asked of it: with its catalog where that is not the one that the connection opens. */
export function placedTable<T extends ReadTable>(
  { catalog: named, ...table }: T,
  { catalog: chosen, others }: Home,
): T {
  const catalog = named ?? chosen;
  const isOwn = catalog === (others?.own ?? chosen);
  // What is left out is optional.
  return (isOwn ? table : { ...table, catalog }) as T;
}

/** The name of a catalog whose tables may be named: permissions tell whose they are, where any but its own is read. */
export function openCatalog(catalog: string, { catalog: chosen, others }: Home): string {
  const own = others?.own ?? chosen;
  if (catalog === own) return catalog;
  if (!others) throw refusal(`This database is the catalog "${own}": tables of "${catalog}" cannot be read by it.`);
  if (others.isClosed(catalog)) throw refusal(`The catalog "${catalog}" may not be read here.`);
  return catalog;
}

/** What runs on the server, whoever asked it, is told by a catalog of that name. */
export function isSystemCatalog(catalog: string): boolean {
  return catalog === 'system';
}

export async function showCatalogs(ask: (sql: string) => Promise<readonly TextRow[]>): Promise<readonly string[]> {
  return (await ask('SHOW CATALOGS')).flatMap(([name]) => name || []);
}
