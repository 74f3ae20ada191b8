import type { Member } from './families.ts';

/** The usual one is found in whatever letters its name is written; of others only their servers know. */
export function foldCatalog({ usualCatalog }: Pick<Member, 'usualCatalog'>, name: string): string {
  return name.toLowerCase() === usualCatalog ? usualCatalog : name;
}
