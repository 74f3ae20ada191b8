import { secondFactorEndpoints, userEndpoints } from '@powerset/contract';
import type { FastifyRequest } from 'fastify';
import type { User } from '../../../access/index.ts';
import { commandError, fieldError, notFound, parseId, type Router } from '../../../http/index.ts';
import type { Services } from '../../../services.ts';
import { refuseAdministrator } from '../administrators.ts';
import {
  beginFactor,
  confirmFactor,
  isCodeRight,
  readFactor,
  removeAllFactors,
  removeFactor,
  renewRecovery,
  wrongCode,
} from './second-factor.ts';

/** Whether a password is that of whoever asks; who guesses is made to wait. */
export type ConfirmPassword = (user: User, password: string, request: FastifyRequest) => Promise<boolean>;

/** How people prove themselves besides their passwords, and how administrators help who lost that. */
export function registerSecondFactor(router: Router, services: Services, isPassword: ConfirmPassword): void {
  const { store, accounts } = services;
  const checkPassword = async (user: User, password: string, request: FastifyRequest) => {
    if (!(await isPassword(user, password, request))) throw fieldError({ password: ['This is not your password.'] });
  };
  router.route(secondFactorEndpoints.read, async ({ user }) => ({ result: await readFactor(services, user) }));
  router.route(secondFactorEndpoints.begin, async ({ user, body, request, reply }) => {
    await checkPassword(user, body.password, request);
    reply.header('cache-control', 'no-store');
    return { result: await beginFactor(services, user) };
  });
  router.route(secondFactorEndpoints.confirm, async ({ user, body, reply }) => {
    reply.header('cache-control', 'no-store');
    const codes = await confirmFactor(services, user.id, body.code);
    accounts.forget();
    return { result: { recovery_codes: codes } };
  });
  router.route(secondFactorEndpoints.renewRecoveryCodes, async ({ user, body, request, reply }) => {
    await checkPassword(user, body.password, request);
    reply.header('cache-control', 'no-store');
    return { result: { recovery_codes: await renewRecovery(services, user.id) } };
  });
  router.route(secondFactorEndpoints.remove, async ({ user, body, request }) => {
    const known = await readFactor(services, user);
    if (!known.is_on) throw notFound();
    if (known.is_required) throw commandError('A second factor is asked for here: yours stays on.');
    await checkPassword(user, body.password, request);
    if (!(await isCodeRight(services, user.id, body.code))) throw fieldError({ code: [wrongCode] });
    await removeFactor(store, user.id);
    accounts.forget();
    return { message: 'OK' };
  });
  router.route(userEndpoints.removeSecondFactor, async ({ user, params }) => {
    const id = parseId(params.id);
    await refuseAdministrator(store, user, id);
    await removeAllFactors(store, id);
    accounts.forget();
    return { message: 'OK' };
  });
}
