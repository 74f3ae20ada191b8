import type { LdapSettings } from '../../../config.ts';
import { AppError } from '../../../http/index.ts';
import type { Row } from '../../../metadata/index.ts';
import { type Claims, findByIdentity, type IdentityDeps } from '../identities/index.ts';
import { createDirectory, type Typed } from './directory.ts';
import { isKnownThere } from './passwords.ts';
import { refusalText } from './words.ts';

type Deps = Omit<IdentityDeps, 'settings'>;

interface Asking {
  /** The account of that name is one of this server’s own. */
  readonly isKept: boolean;
  readonly found: (subject: string) => void;
}

/** People of ours who are known by what the directory says of them. */
export interface DirectoryPersons {
  /** Whether the password of this account is the directory’s. */
  has(userId: number): Promise<boolean>;
  /** Who that is in the directory; null for nobody. Throws where it does not answer, or somebody guesses. */
  ask(typed: Typed, asking: Asking): Promise<Claims | null>;
  /** The account of whoever gave the right password; throws where he may not come in. */
  enter(claims: Claims, takeBack: () => void): Promise<Row<'users'>>;
  /** What is answered to an error of `ask`; what is wrong with the directory is for who runs the server. */
  toAnswer(error: unknown): AppError;
}

export function createDirectoryPersons(deps: Deps, settings: LdapSettings): DirectoryPersons {
  const { store, log } = deps;
  const directory = createDirectory(settings);
  return {
    has: (userId) => isKnownThere(store, settings, userId),
    ask: (typed, { isKept, found }) =>
      isKept && !settings.trustsUserNames ? directory.pretend(typed.username) : directory.check(typed, found),
    enter: async (claims, takeBack) => {
      const found = await findByIdentity({ ...deps, settings: directory.rules }, claims);
      if ('refusal' in found) {
        takeBack();
        log.warn({ reason: found.refusal, subject: claims.subject }, 'nobody was let in');
        throw new AppError('DIRECTORY_REFUSAL_ERROR', { params: { message: refusalText(found.refusal) } });
      }
      return store.selectFrom('users').selectAll().where('id', '=', found.userId).executeTakeFirstOrThrow();
    },
    toAnswer: (error) => {
      if (error instanceof AppError) return error;
      log.error({ err: error }, 'the directory could not be asked');
      return new AppError('DIRECTORY_UNAVAILABLE_ERROR', { params: { name: settings.label } });
    },
  };
}
