import type { Store } from '../../../metadata/index.ts';

const longest = 60;

/** What somebody with an address would be called, until he says otherwise. */
export function suggestUserName(address: string): string {
  const [name = ''] = address.split('@');
  return name.replace(/[^\p{L}\p{M}\p{N}._-]/gu, '').slice(0, longest) || 'user';
}

/** The name itself, or with the first number behind it that nobody has. */
export async function freeUserName(store: Store, name: string): Promise<string> {
  for (let at = 1; ; at += 1) {
    const tried = at === 1 ? name : `${name}${at}`;
    const taken = await store
      .selectFrom('users')
      .select('id')
      .where(({ fn, eb }) => eb(fn<string>('lower', ['username']), '=', tried.toLowerCase()))
      .executeTakeFirst();
    if (!taken) return tried;
  }
}
