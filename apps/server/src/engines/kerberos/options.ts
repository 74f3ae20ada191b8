import { UriProblem } from '../remote/index.ts';
import type { TicketTarget } from './protocol.ts';

/** By which a connection asks to be signed in by Kerberos; the host is that of the connection unless another one is named. */
export type KerberosTarget = Omit<TicketTarget, 'host'> & { readonly host?: string };

const plainName = /^[\w.-]{1,100}$/;
const principalName = /^[\w./@\\$-]{1,256}$/;
const hostName = /^[\w.:-]{1,253}$/;

interface GivenNames {
  readonly service: string;
  readonly principal?: string | null | undefined;
  readonly host?: string | null | undefined;
}

/** Throws a sentence where a name is none that a directory has. */
export function toKerberosTarget({ service, principal = null, host = null }: GivenNames): KerberosTarget {
  if (!plainName.test(service))
    throw new UriProblem('The service of Kerberos must be a plain name, as in kerberos_service_name=hive.');
  if (principal !== null && !principalName.test(principal))
    throw new UriProblem('The principal of Kerberos must be a name, as in powerset@EXAMPLE.COM.');
  if (host !== null && !hostName.test(host)) throw new UriProblem('The host must be a name or an address.');
  return { service, principal, ...(host === null ? {} : { host }) };
}

/** The options of an address that mean a target. */
export function toKerberosOptions(target: KerberosTarget | undefined): Readonly<Record<string, string>> {
  if (!target) return {};
  const { service, principal } = target;
  return {
    ...{ auth: 'KERBEROS', kerberos_service_name: service },
    ...(principal === null ? {} : { kerberos_principal: principal }),
  };
}
