import { type DescribedEndpoint, securityEndpoints, userEndpoints } from '@powerset/contract';
import type { User } from '../access/index.ts';
import { AppError } from './app-error.ts';

/** Where people and their passwords are changed. */
const peoplesPaths = [userEndpoints.create.path, securityEndpoints.me.path];

/** What an API key may not although its owner may: write with one for reading, and whatever would outlive it. */
export function checkApiKey(
  endpoint: Pick<DescribedEndpoint, 'method' | 'path' | 'isForReading' | 'needsPerson'>,
  { apiKey }: User,
  body: unknown,
): void {
  if (!apiKey) return;
  if (apiKey.scope === 'read' && endpoint.method !== 'GET' && !endpoint.isForReading)
    throw refusal('This API key may only read.');
  const setsPassword = Object.hasOwn((body ?? {}) as object, 'password');
  if (endpoint.needsPerson || (setsPassword && peoplesPaths.some((path) => endpoint.path.startsWith(path))))
    throw refusal('This cannot be done with an API key. Sign in with your password.');
}

function refusal(reason: string): AppError {
  return new AppError('FORBIDDEN_ERROR', { extra: { reason } });
}
