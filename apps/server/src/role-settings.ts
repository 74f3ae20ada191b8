/** Roles by group as the settings give them: names that commas separate, or a list where a name holds one. */
export type GivenRoles = Readonly<Record<string, string | readonly string[]>>;

/** The group that everybody who comes from there is in. */
export const everybody = '*';

/** Names of the roles that a group stands for. */
export type RoleNames = Readonly<Record<string, readonly string[]>>;

export function toRoleNames(given: GivenRoles | null, keyOf = (group: string) => group): RoleNames {
  return Object.fromEntries(
    Object.entries(given ?? {}).map(([group, roles]) => [
      keyOf(group),
      typeof roles === 'string' ? toNames(roles) : roles,
    ]),
  );
}

/** The names in a line, which commas separate. */
export const toNames = (line: string): readonly string[] =>
  line
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Null for what is no object of texts and lists of them. */
export function readGivenRoles(value: unknown): GivenRoles | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  return entries.every(isGiven) ? Object.fromEntries(entries) : null;
}

function isGiven(entry: [string, unknown]): entry is [string, string | readonly string[]] {
  const roles: unknown = entry[1];
  return typeof roles === 'string' || (Array.isArray(roles) && roles.every((role) => typeof role === 'string'));
}
