import {
  type ConnectionSecret,
  clientInfoOf,
  clientOption,
  type DatabaseKind,
  findClientProblem,
  findReadableWay,
  type OAuth2Client,
  readOAuth2Client,
} from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import { findUrlProblem, type NetworkPolicy } from '../../outgoing/index.ts';

interface Asked {
  readonly kind: DatabaseKind;
  readonly uri: string;
  readonly secret: ConnectionSecret;
}

/** As what the product is known where people sign in; null where they do not. Refuses what could sign nobody in. */
export function checkClient({ kind, uri, secret }: Asked, policy: NetworkPolicy): OAuth2Client | null {
  if (!clientInfoOf(secret)) return null;
  const connection = { backend: kind.backend, sqlalchemy_uri: uri };
  const client = readOAuth2Client(connection, secret);
  if (!client) throw wrong('', 'People cannot sign in to this kind of database as themselves.');
  const problem = findClientProblem(client);
  if (problem) throw wrong(problem.field, problem.message);
  const addresses = [
    ['authorization_request_uri', client.authorizationUri],
    ['token_request_uri', client.tokenUri],
  ] as const;
  for (const [field, address] of addresses) {
    const unreachable = findUrlProblem(address, policy);
    if (unreachable) throw wrong(field, unreachable);
  }
  const readable = findReadableWay(connection, secret, policy);
  if (readable) throw fieldError({ sqlalchemy_uri: [readable] });
  return client;
}

function wrong(field: string, message: string) {
  return fieldError({ [['masked_encrypted_extra', clientOption, field].filter(Boolean).join('.')]: [message] });
}
