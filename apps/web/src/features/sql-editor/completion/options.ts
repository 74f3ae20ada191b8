import type { Scope, ScopeTable, TypedName } from './scope.ts';

export type OptionKind = 'keyword' | 'function' | 'schema' | 'table' | 'column' | 'result';

/** How much each kind counts where names fit equally well. */
export const optionScores: Readonly<Record<Exclude<OptionKind, 'result'>, number>> = {
  keyword: 100,
  function: 90,
  schema: 60,
  table: 55,
  column: 50,
};

/** A column of a table that the statement names comes before everything else. */
const inScopeScore = 120;

export interface KnownColumn {
  readonly name: string;
  /** The engine's word for the type. */
  readonly nativeType: string;
  readonly type: 'number' | 'string' | 'temporal' | 'boolean';
}

export interface KnownTable {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
}

/** What completion can know; columns come when asked for, as do tables that are not listed. */
export interface Catalog {
  readonly schemas: readonly string[];
  readonly currentSchema: string | null;
  readonly tables: readonly KnownTable[];
  /** Whether these are all that there are. */
  readonly isWhole: boolean;
  readonly functions: readonly string[];
  /** Results that a statement may read as tables, each as it is written: `result('name')`. */
  readonly results: readonly string[];
  readonly keywords: readonly string[];
  loadColumns(schema: string, table: string): Promise<readonly KnownColumn[]>;
  /** Tables whose names hold the text, of a schema or of those that are likely meant. */
  findTables(text: string, schema: string | null): Promise<readonly KnownTable[]>;
}

export interface CompletionOption {
  readonly label: string;
  readonly kind: OptionKind;
  /** Shown at the right. */
  readonly detail: string;
  readonly score: number;
  readonly columnType?: KnownColumn['type'];
  /** For the panel about a column. */
  readonly source?: { readonly schema: string; readonly table: string };
}

export interface CompletionQuestion {
  readonly typed: TypedName;
  readonly scope: Scope;
  readonly expectsTable: boolean;
}

/** Whether a word is one of the options and begins no other: then Enter belongs to the text again. */
export function isWritten(options: readonly CompletionOption[], word: string): boolean {
  const typed = word.toLowerCase();
  const begun = options.filter(({ label }) => label.toLowerCase().startsWith(typed));
  return begun.length > 0 && begun.every(({ label }) => label.toLowerCase() === typed);
}

/** What may stand at the cursor. After a dot only what belongs to the name before it. */
export async function buildOptions(known: Catalog, question: CompletionQuestion): Promise<readonly CompletionOption[]> {
  const { typed, scope } = question;
  const catalog = known.isWhole ? known : await withNamedTables(known, question);
  const qualifier = typed.qualifiers.at(-1);
  if (qualifier !== undefined) return afterDot(catalog, scope, qualifier);
  const tables = tableOptions(catalog, scope);
  if (question.expectsTable) return tables.map((option) => ({ ...option, score: option.score + 60 }));
  return [
    ...(await scopeColumns(catalog, scope)),
    ...aliasOptions(scope),
    ...catalog.keywords.map((label) => ({
      label,
      kind: 'keyword' as const,
      detail: 'keyword',
      score: optionScores.keyword,
    })),
    ...catalog.functions.map((label) => ({
      label,
      kind: 'function' as const,
      detail: 'function',
      score: optionScores.function,
    })),
    ...tables,
  ];
}

/** Tables of one text that are looked up. */
const maxNamed = 20;

/** With the tables that the text names or begins to name, which may be none of those that are listed. */
async function withNamedTables(catalog: Catalog, { typed, scope }: CompletionQuestion): Promise<Catalog> {
  const qualifier = typed.qualifiers.at(-1) ?? null;
  const schema = catalog.schemas.find((name) => name.toLowerCase() === qualifier?.toLowerCase()) ?? null;
  const isOfText = [
    ...scope.tables.flatMap(({ alias, table }) => [alias, table]),
    ...scope.queries.map(({ name }) => name),
  ].some((name) => name?.toLowerCase() === qualifier?.toLowerCase());
  const named = [
    ...scope.tables.filter((table) => !isListed(catalog, table)),
    ...(qualifier !== null && schema === null && !isOfText ? [{ schema, table: qualifier }] : []),
  ].slice(0, maxNamed);
  const isTyped = typed.word !== '' && (qualifier === null || schema !== null);
  const found = await Promise.all([
    ...(isTyped ? [catalog.findTables(typed.word, schema)] : []),
    ...named.map((one) => catalog.findTables(one.table, one.schema)),
  ]);
  const all = [...catalog.tables, ...found.flat()];
  const unique = new Map(all.map((table) => [JSON.stringify([table.schema, table.name]), table]));
  return { ...catalog, tables: [...unique.values()] };
}

async function afterDot(catalog: Catalog, scope: Scope, qualifier: string): Promise<readonly CompletionOption[]> {
  const isNamed = (name: string | null) => name?.toLowerCase() === qualifier.toLowerCase();
  const query = scope.queries.find(({ name }) => isNamed(name));
  if (query) return query.columns.map(toQueryColumn);
  const table = scope.tables.find((candidate) => isNamed(candidate.alias) || isNamed(candidate.table));
  if (table) {
    const behind = scope.queries.find(({ name }) => name.toLowerCase() === table.table.toLowerCase());
    return behind ? behind.columns.map(toQueryColumn) : columnsOf(catalog, table);
  }
  const isSchema = catalog.schemas.some((schema) => isNamed(schema));
  if (isSchema) return catalog.tables.filter(({ schema }) => isNamed(schema)).map(toTableOption);
  const known = catalog.tables.find(({ name }) => isNamed(name));
  return known ? columnsOf(catalog, { schema: known.schema, table: known.name, alias: null }) : [];
}

function toQueryColumn(label: string): CompletionOption {
  return { label, kind: 'column', detail: 'column', score: inScopeScore };
}

function toTableOption({ name, isView }: KnownTable): CompletionOption {
  return { label: name, kind: 'table', detail: isView ? 'view' : 'table', score: optionScores.table };
}

function isListed({ tables, currentSchema }: Catalog, { schema, table }: ScopeTable): boolean {
  const wanted = (schema ?? currentSchema)?.toLowerCase();
  return tables.some((one) => one.schema.toLowerCase() === wanted && one.name.toLowerCase() === table.toLowerCase());
}

/** The stored table behind a name in the statement. */
function resolveTable(catalog: Catalog, { schema, table }: ScopeTable): KnownTable | undefined {
  const fits = catalog.tables.filter(({ name }) => name.toLowerCase() === table.toLowerCase());
  const wanted = schema ?? catalog.currentSchema;
  return (
    fits.find((candidate) => candidate.schema.toLowerCase() === wanted?.toLowerCase()) ?? (schema ? undefined : fits[0])
  );
}

async function columnsOf(catalog: Catalog, table: ScopeTable): Promise<readonly CompletionOption[]> {
  const known = resolveTable(catalog, table);
  if (!known) return [];
  const columns = await catalog.loadColumns(known.schema, known.name);
  return columns.map((column) => ({
    label: column.name,
    kind: 'column',
    detail: column.nativeType,
    score: inScopeScore,
    columnType: column.type,
    source: { schema: known.schema, table: known.name },
  }));
}

async function scopeColumns(catalog: Catalog, scope: Scope): Promise<readonly CompletionOption[]> {
  const lists = await Promise.all(scope.tables.map((table) => columnsOf(catalog, table)));
  const ofQueries = scope.queries
    .filter(({ name }) => scope.tables.some(({ table }) => table.toLowerCase() === name.toLowerCase()))
    .flatMap(({ columns }) => columns.map(toQueryColumn));
  const unique = new Map([...lists.flat(), ...ofQueries].map((option) => [option.label, option]));
  return [...unique.values()];
}

function aliasOptions(scope: Scope): readonly CompletionOption[] {
  const aliases = scope.tables.flatMap(({ alias, table }) => (alias === null ? [] : [{ alias, table }]));
  return aliases.map(({ alias, table }) => ({
    label: alias,
    kind: 'table',
    detail: table,
    score: optionScores.table + 40,
  }));
}

function tableOptions(catalog: Catalog, scope: Scope): readonly CompletionOption[] {
  return [
    ...scope.queries.map(({ name }) => ({
      label: name,
      kind: 'table' as const,
      detail: 'query',
      score: optionScores.table + 5,
    })),
    ...catalog.tables.map((table) => ({
      ...toTableOption(table),
      score: optionScores.table + (table.schema === catalog.currentSchema ? 2 : 0),
      label:
        table.schema === catalog.currentSchema || catalog.currentSchema === null
          ? table.name
          : `${table.schema}.${table.name}`,
    })),
    ...catalog.results.map((label) => ({
      label,
      kind: 'result' as const,
      detail: 'pinned result',
      score: optionScores.table - 1,
    })),
    ...catalog.schemas.map((label) => ({
      label,
      kind: 'schema' as const,
      detail: 'schema',
      score: optionScores.schema,
    })),
  ];
}
