import type { AgentScope, ApiKeyScope, RowLevelRuleKind } from '@powerset/contract';

/** What an embedded page's token opens, for which rows. */
export interface Guest {
  /** Uuids under which dashboards are embedded. */
  readonly embeddedUuids: readonly string[];
  /** Conditions on rows; without a dataset on those of all datasets. */
  readonly rules: readonly { readonly datasetId: number | null; readonly clause: string }[];
}

/** What somebody calls with who does not sign in. */
export interface UsedApiKey {
  readonly id: number;
  readonly scope: ApiKeyScope;
}

/** A program that somebody let in. */
export interface UsedAgent {
  /** The number under which its person finds it, and can end it. */
  readonly id: number;
  /** What it calls itself. */
  readonly name: string;
  readonly scope: AgentScope;
  /** The address that its token is for. */
  readonly resource: string;
}

/** A row-level rule as it is written just now, in place of the one that is saved under its id. */
export interface TriedRule {
  /** Null for one that is new. */
  readonly id: number | null;
  readonly name: string;
  readonly filter_type: RowLevelRuleKind;
  readonly tables: readonly number[];
  readonly roles: readonly number[];
  readonly group_key: string | null;
  readonly clause: string;
}

/** Who asks. A visitor without sign-in has id 0 and the Public role's permissions. */
export interface User {
  readonly id: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isAnonymous: boolean;
  /** Bearer tokens of another epoch have ended. */
  readonly tokenEpoch: number;
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  /** Keys of the form `can_read on Chart`. */
  readonly permissions: ReadonlySet<string>;
  /** Set for whoever comes by a guest token: a visitor who sees embedded dashboards and nothing else. */
  readonly guest?: Guest;
  /** Set while an administrator sees the product as this person: who that is. Nothing is changed then. */
  readonly viewedBy?: { readonly id: number; readonly username: string };
  /** Set where something runs as this person by itself that somebody else made or changed last. */
  readonly isByOtherHand?: true;
  /** The settings ask a second factor of this person, who has none. */
  readonly needsFactor?: boolean;
  /** Set for whoever came by a password alone where that is not enough: nothing is open but setting a second factor up. */
  readonly lacksFactor?: true;
  /** Set where an administrator looks at what a rule would leave this person. */
  readonly triedRule?: TriedRule;
  /** Set for whoever calls by an API key: the owner's rights, and fewer calls. */
  readonly apiKey?: UsedApiKey;
  /** Set for a program that this person let in: the person's rights, and fewer calls. */
  readonly agent?: UsedAgent;
}

/** What a permission on data is asked about. */
export interface DataObject {
  readonly databaseId: number;
  readonly databaseName: string;
  /** Another than the database's own, which need not be named; null for that. */
  readonly catalog: string | null;
  readonly schema: string | null;
  /** Set when the question is about a dataset. */
  readonly dataset?: { readonly id: number; readonly name: string; readonly ownerIds: readonly number[] };
}

/** What a program may at most that calls as somebody; undefined for people themselves. */
export function scopeOf({ apiKey, agent }: Pick<User, 'apiKey' | 'agent'>): AgentScope | undefined {
  if (agent) return agent.scope;
  if (!apiKey) return undefined;
  return apiKey.scope === 'all' ? 'write' : 'sql';
}

/** Whether it is a program that was let in for reading alone. */
export function mayOnlyRead(user: Pick<User, 'apiKey' | 'agent'>): boolean {
  return (scopeOf(user) ?? 'write') !== 'write';
}

export function isAdmin(user: User): boolean {
  return !user.guest && user.roles.some((role) => role.name.toLowerCase() === 'admin');
}

/** The one question: may this user do `verb` on `view`? Admin always may. */
export function can(user: User, verb: string, view: string): boolean {
  return isAdmin(user) || user.permissions.has(`${verb} on ${view}`);
}

/** Editing a chart, dashboard, dataset or report takes the permission on its class and being its owner, or Admin. */
export function canEdit(user: User, view: string, ownerIds: readonly number[]): boolean {
  return isAdmin(user) || (can(user, 'can_write', view) && ownerIds.includes(user.id));
}

export function canAccessDatabase(user: User, database: { readonly id: number; readonly name: string }): boolean {
  return (
    can(user, 'all_database_access', 'all_database_access') ||
    can(user, 'all_datasource_access', 'all_datasource_access') ||
    can(user, 'database_access', databaseView(database))
  );
}

export function canAccessSchema(user: User, object: DataObject): boolean {
  return (
    canAccessDatabase(user, { id: object.databaseId, name: object.databaseName }) ||
    (object.catalog !== null && can(user, 'catalog_access', `[${object.databaseName}].[${object.catalog}]`)) ||
    (object.schema !== null && can(user, 'schema_access', schemaView(object)))
  );
}

/** In another catalog a schema is called by both: a grant on one of the same name in the database's own opens nothing there. */
function schemaView({ databaseName, catalog, schema }: DataObject): string {
  return catalog === null ? `[${databaseName}].[${schema}]` : `[${databaseName}].[${catalog}].[${schema}]`;
}

/** May this user read the data of a dataset or, without one, of a table in the schema? */
export function canAccessData(user: User, object: DataObject): boolean {
  if (canAccessSchema(user, object)) return true;
  const { dataset } = object;
  if (!dataset) return false;
  if (!user.isAnonymous && dataset.ownerIds.includes(user.id)) return true;
  return can(user, 'datasource_access', `[${object.databaseName}].[${dataset.name}](id:${dataset.id})`);
}

const placed = ['catalog_access', 'schema_access', 'datasource_access'] as const;

/** May this user see something of the database: it as a whole, one of its schemas, or one of its datasets? */
export function canSeeDatabase(user: User, database: { readonly id: number; readonly name: string }): boolean {
  if (canAccessDatabase(user, database)) return true;
  const prefix = `[${database.name}].[`;
  return [...user.permissions].some((key) => placed.some((permission) => key.startsWith(`${permission} on ${prefix}`)));
}

function databaseView(database: { readonly id: number; readonly name: string }): string {
  return `[${database.name}].(id:${database.id})`;
}
