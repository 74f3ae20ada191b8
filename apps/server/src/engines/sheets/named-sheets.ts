import type { InvalidEntry } from '../connection-fault.ts';
import { EngineError, type EngineErrorDetails } from '../engine.ts';
import { toName } from '../lake/index.ts';

/** A sheet of a document, under the name that its table has. */
export interface NamedSheet {
  readonly name: string;
  /** Where the service gives it as CSV, from its root. */
  readonly path: string;
}

const most = 100;
const longestName = 200;
const host = 'docs.google.com';

/** The sheets that a connection names: `engine_params.catalog` of its `extra`, an address by the name of each. */
export function readSheets(extra: unknown): readonly NamedSheet[] {
  const catalog = fieldOf(fieldOf(extra, 'engine_params'), 'catalog') ?? {};
  if (typeof catalog !== 'object' || Array.isArray(catalog)) throw wrong('The sheets must be addresses by name.');
  const entries = Object.entries(catalog);
  if (entries.length > most) throw wrong(`A database may have at most ${most} sheets.`);
  const taken = new Set<string>();
  return entries.map(([name, address]) => {
    checkName(name);
    if (taken.has(name.toLowerCase())) throw wrong(`Two sheets are called "${name}".`, { name, part: 'name' });
    taken.add(name.toLowerCase());
    return { name, path: pathOf(name, address) };
  });
}

/** What is wrong with the sheets that a connection names, in a sentence, and with which; null where nothing is. */
export function findSheetsProblem(extra: unknown): Pick<EngineErrorDetails, 'message' | 'entry'> | null {
  try {
    return readSheets(extra).length === 0 ? { message: 'Name at least one sheet.' } : null;
  } catch (error) {
    if (error instanceof EngineError) return error.details;
    throw error;
  }
}

function checkName(name: string): void {
  if (name.trim() === '') throw wrong('Each sheet needs a name.', { name, part: 'name' });
  if (name.length > longestName || toName(name) !== name)
    throw wrong(`"${name.slice(0, 60)}" cannot be the name of a table.`, { name, part: 'name' });
}

/** `https://docs.google.com/spreadsheets/d/…/edit#gid=0`, also one that is published. */
function pathOf(name: string, address: unknown): string {
  const url = typeof address === 'string' && URL.canParse(address.trim()) ? new URL(address.trim()) : null;
  const [, published, id] =
    /^\/spreadsheets\/(?:u\/\d+\/)?d\/(e\/)?([\w-]{10,200})(?:\/|$)/.exec(url?.pathname ?? '') ?? [];
  if (url?.protocol !== 'https:' || url.host !== host || id === undefined)
    throw wrong(`The address of "${name}" must look like https://docs.google.com/spreadsheets/d/…/edit#gid=0.`, {
      name,
      part: 'address',
    });
  const gid = /(?:^|[#&?])gid=(\d{1,12})/.exec(`${url.search}${url.hash}`)?.[1];
  const part = gid === undefined ? '' : `&gid=${gid}`;
  return published
    ? `/spreadsheets/d/e/${id}/pub?output=csv&single=true${part}`
    : `/spreadsheets/d/${id}/export?format=csv${part}`;
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function wrong(message: string, entry?: InvalidEntry): EngineError {
  const about = entry ? { invalid: ['catalog'], entry } : { invalid: ['catalog'] };
  return new EngineError({ code: 'CONNECTION_UNKNOWN_DATABASE_ERROR', message, ...about });
}

/** Where an address is what is wrong, at its field. */
export const aboutAddress = ({ name }: Pick<NamedSheet, 'name'>) =>
  ({ invalid: ['catalog'], entry: { name, part: 'address' } }) as const;
