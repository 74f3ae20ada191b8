import { type DescribedEndpoint, securityEndpoints, userEndpoints } from '@powerset/contract';
import { mayOnlyRead, scopeOf, type User } from '../access/index.ts';
import { AppError } from './app-error.ts';

/** Where people and their passwords are changed. */
const peoplesPaths = [userEndpoints.create.path, securityEndpoints.me.path];

/** What an API key or an agent may not although its person may: write with one for reading, and whatever would outlive it. */
export function checkApiKey(
  endpoint: Pick<DescribedEndpoint, 'id' | 'method' | 'path' | 'isForReading' | 'needsPerson'>,
  user: User,
  body: unknown,
): void {
  const scope = scopeOf(user);
  if (scope === undefined) return;
  if (mayOnlyRead(user) && endpoint.method !== 'GET' && !endpoint.isForReading)
    throw refusal(user.agent ? 'This agent may only read.' : 'This API key may only read.');
  if (scope === 'read' && endpoint.method !== 'GET' && endpoint.id.startsWith('sql_editor.'))
    throw refusal('This agent may run no SQL.');
  const setsPassword = Object.hasOwn((body ?? {}) as object, 'password');
  if (endpoint.needsPerson || (setsPassword && peoplesPaths.some((path) => endpoint.path.startsWith(path))))
    throw refusal(
      user.agent
        ? 'This cannot be done by an agent. Sign in yourself.'
        : 'This cannot be done with an API key. Sign in with your password.',
    );
}

function refusal(reason: string): AppError {
  return new AppError('FORBIDDEN_ERROR', { extra: { reason } });
}
