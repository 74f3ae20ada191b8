/** What an address asks the editor to open. */
export type Opening =
  | { readonly kind: 'saved-query'; readonly id: number; readonly showsVersions?: boolean }
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'shared'; readonly key: string }
  | { readonly kind: 'permalink'; readonly key: string }
  | { readonly kind: 'datasource'; readonly id: number; readonly sql: string | null }
  | { readonly kind: 'new'; readonly part: NewTabPart }
  | null;

export interface NewTabPart {
  readonly name?: string;
  readonly sql?: string;
  readonly dbId?: number;
  readonly catalog?: string;
  readonly schema?: string;
  readonly table?: string;
  readonly autorun?: boolean;
}

/** `1__table` names a dataset; its type is the same for all. */
export function parseDatasourceKey(key: string): number | null {
  const match = /^(\d{1,15})__\w+$/.exec(key);
  return match ? Number(match[1]) : null;
}

/** Reads the editor's address, of a lasting link with its key; what it does not know is passed over. */
export function parseOpening(search: string, permalinkKey?: string): Opening {
  if (permalinkKey) return { kind: 'permalink', key: permalinkKey };
  const params = new URLSearchParams(search);
  const savedId = params.get('savedQueryId');
  if (savedId && /^\d+$/.test(savedId))
    return {
      kind: 'saved-query',
      id: Number(savedId),
      ...(params.get('versions') === 'true' ? { showsVersions: true } : {}),
    };
  const runId = params.get('queryId');
  if (runId) return { kind: 'run', id: runId };
  const key = params.get('id');
  if (key) return { kind: 'shared', key };
  const datasource = params.get('datasourceKey');
  if (datasource !== null) {
    const id = parseDatasourceKey(datasource);
    if (id !== null) return { kind: 'datasource', id, sql: params.get('sql') };
  }
  return parseNewTab(params);
}

function parseNewTab(params: URLSearchParams): Opening {
  const dbId = params.get('dbid');
  const part: NewTabPart = {
    ...(params.get('name') || params.get('title') ? { name: params.get('name') || params.get('title') || '' } : {}),
    ...(params.get('sql') ? { sql: params.get('sql') ?? '' } : {}),
    ...(dbId && /^\d+$/.test(dbId) ? { dbId: Number(dbId) } : {}),
    ...(params.get('catalog') ? { catalog: params.get('catalog') ?? '' } : {}),
    ...(params.get('schema') ? { schema: params.get('schema') ?? '' } : {}),
    ...(params.get('table') ? { table: params.get('table') ?? '' } : {}),
    ...(params.get('autorun') === 'true' ? { autorun: true } : {}),
  };
  if (Object.keys(part).length > 0 || params.get('new') === 'true') return { kind: 'new', part };
  return null;
}

/** A shared query as it is kept: a tab's fields, or a datasource with SQL from a form. */
export interface SharedQuery {
  readonly dbId: number | null;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly name: string | null;
  readonly sql: string | null;
  readonly autorun: boolean;
  readonly templateParams: string | null;
  readonly datasourceKey: string | null;
}

export function parseSharedQuery(text: string): SharedQuery | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    // Each field is checked before it is taken.
    const fields = value as Record<string, unknown>;
    const readText = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : null);
    return {
      dbId: typeof fields.dbId === 'number' ? fields.dbId : null,
      catalog: readText('catalog'),
      schema: readText('schema'),
      name: readText('name') ?? readText('title'),
      sql: readText('sql'),
      autorun: fields.autorun === true,
      templateParams: readText('templateParams'),
      datasourceKey: readText('datasourceKey'),
    };
  } catch {
    return null;
  }
}
