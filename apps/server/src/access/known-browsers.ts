import { jwtVerify, SignJWT } from 'jose';
import { createToken, type Secrets } from './secrets.ts';

export const browserCookie = 'powerset_browser';

/** A browser in which these people have signed in with the right password. */
export interface KnownBrowser {
  readonly id: string;
  readonly userIds: readonly number[];
}

/** What a browser shows to be known again: it opens nothing, but its right password is not held up by others' wrong ones. */
export interface KnownBrowsers {
  read(cookie: string | undefined): Promise<KnownBrowser | undefined>;
  /** The cookie's new value, and how long the browser is known by it. */
  remember(
    browser: KnownBrowser | undefined,
    userId: number,
  ): Promise<{ readonly cookie: string; readonly expires: Date }>;
}

const knownDays = 180;
const dayMs = 86_400_000;
/** People who share a browser. */
const maxUsers = 10;

interface KnownBrowsersOptions {
  readonly secrets: Pick<Secrets, 'browserKey'>;
  readonly now: () => Date;
}

export function createKnownBrowsers({ secrets, now }: KnownBrowsersOptions): KnownBrowsers {
  return {
    read: async (cookie) => {
      if (!cookie) return undefined;
      try {
        const { payload } = await jwtVerify(cookie, secrets.browserKey, {
          algorithms: ['HS256'],
          currentDate: now(),
        });
        const { jti, people } = payload;
        return typeof jti === 'string' && Array.isArray(people) ? { id: jti, userIds: people.map(Number) } : undefined;
      } catch {
        return undefined;
      }
    },
    remember: async (browser, userId) => {
      const people = [userId, ...(browser?.userIds ?? []).filter((id) => id !== userId)].slice(0, maxUsers);
      const expires = new Date(now().getTime() + knownDays * dayMs);
      const cookie = await new SignJWT({ people })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(browser?.id ?? createToken(16))
        .setExpirationTime(expires)
        .sign(secrets.browserKey);
      return { cookie, expires };
    },
  };
}
