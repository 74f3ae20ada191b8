import { ApiError } from '../../api/index.ts';

/** Where a person signs in to a database, and by what it is known that he is back. */
export interface SignInPlace {
  readonly url: string;
  readonly tabId: string;
}

/** Null for every error but the one of a database that asks who the person is. */
export function signInPlaceOf(
  code: string | null | undefined,
  extra: Readonly<Record<string, unknown>> = {},
): SignInPlace | null {
  const { url, tab_id: tabId } = extra;
  if (code !== 'OAUTH2_REDIRECT' || typeof url !== 'string' || typeof tabId !== 'string') return null;
  return /^https?:\/\//i.test(url) ? { url, tabId } : null;
}

/** The same of whatever was thrown. */
export function signInPlaceIn(error: unknown): SignInPlace | null {
  if (!(error instanceof ApiError)) return null;
  const [first] = error.errors;
  return signInPlaceOf(first?.error_type, first?.extra);
}
