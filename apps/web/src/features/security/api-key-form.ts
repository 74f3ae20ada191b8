import type { ApiKeyPost } from '@powerset/contract';

/** For how long keys are made, in days; the server takes a year at most. */
export const lifeDays = [7, 30, 90, 365] as const;

export interface ApiKeyForm {
  readonly name: string;
  readonly scopes: ApiKeyPost['scopes'];
  readonly days: (typeof lifeDays)[number];
}

/** The least that a key can do, for a while. */
export const emptyApiKeyForm: ApiKeyForm = { name: '', scopes: 'read', days: 90 };

const dayMs = 86_400_000;

export const isApiKeyComplete = ({ name }: ApiKeyForm): boolean => name.trim() !== '';

export function toApiKeyBody({ name, scopes, days }: ApiKeyForm, nowMs: number): ApiKeyPost {
  return { name: name.trim(), scopes, expires_on: new Date(nowMs + days * dayMs).toISOString() };
}
