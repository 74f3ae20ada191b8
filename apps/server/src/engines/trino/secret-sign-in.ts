import { EngineError } from '../engine.ts';
import { type KerberosTarget, toKerberosTarget } from '../kerberos/index.ts';
import { UriProblem } from '../remote/index.ts';
import { type UriParts, usualService } from './uri.ts';

/** As the reference's driver names them; those that say nothing of who asks, or what is done here in any case. */
interface KerberosParameters {
  readonly service_name?: string | null;
  readonly principal?: string | null;
  readonly hostname_override?: string | null;
  readonly delegate?: boolean;
}

const understood: ReadonlySet<string> = new Set([
  ...['service_name', 'principal', 'hostname_override', 'delegate'],
  ...['mutual_authentication', 'force_preemptive', 'sanitize_mutual_error_response'],
]);

/**
 * The address with the way to sign in that the secret options name: `{"auth_method": "kerberos", "auth_params": {...}}`. Throws a
 * sentence where they name what is not known here: it could be the one thing that mattered.
 */
export function withSecretSignIn(parts: UriParts, secretOptions: string | undefined): UriParts {
  // Only this server writes these texts, of objects that people give.
  const { auth_method: method, auth_params: parameters } = JSON.parse(secretOptions ?? '{}') as {
    readonly auth_method?: unknown;
    readonly auth_params?: unknown;
  };
  if (method === undefined && parameters === undefined) return parts;
  try {
    if (method !== 'kerberos') throw new UriProblem('The secret option "auth_method" must be kerberos.');
    return { ...parts, password: null, kerberos: readParameters(parameters ?? {}) };
  } catch (error) {
    if (!(error instanceof UriProblem)) throw error;
    const code = 'ENGINE_UNAVAILABLE_ERROR';
    throw new EngineError({ code, message: error.message, invalid: ['masked_encrypted_extra'] });
  }
}

function readParameters(given: unknown): KerberosTarget {
  const isObject = typeof given === 'object' && given !== null;
  const names = isObject ? Object.entries(given) : [];
  const strange = names.find(([name, value]) => !understood.has(name) || (typeof value === 'object' && value !== null));
  if (!isObject || strange)
    throw new UriProblem(
      `The secret option "auth_params.${strange?.[0] ?? ''}" is not supported: the server's own files of Kerberos are used.`,
    );
  const { service_name, principal, hostname_override, delegate } = given as KerberosParameters;
  if (delegate === true) throw new UriProblem('The secret option "auth_params.delegate" must be false.');
  return toKerberosTarget({
    service: String(service_name ?? usualService),
    principal: principal === undefined || principal === null ? null : String(principal),
    host: hostname_override === undefined || hostname_override === null ? null : String(hostname_override),
  });
}
