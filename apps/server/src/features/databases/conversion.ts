import { type ConvertedConnection, passwordMask, type ValidateParametersBody } from '@powerset/contract';
import type { DatabaseKind } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { checkPort, findKind, readConnection } from './connection.ts';
import { withExtraOf } from './own-extra.ts';

/**
 * What was typed in one way to connect, as the other has it. Nothing is opened and nothing of what is kept is read: a
 * password is the typed one, or stays the mask that was sent.
 */
export function convertConnection(body: ValidateParametersBody): ConvertedConnection {
  const kind = findKind(body.engine);
  return body.sqlalchemy_uri ? toFields(kind, body.sqlalchemy_uri, body.extra) : toUri(kind, body);
}

function toFields(kind: DatabaseKind, uri: string, extra: string | null | undefined): ConvertedConnection {
  const { kind: meant, maskedUri, password } = readConnection(uri);
  if (meant !== kind) throw fieldError({ sqlalchemy_uri: [`This is a connection string of ${meant.name}.`] });
  const read = kind.toParameters(maskedUri, parseDocument(extra ?? '') ?? {});
  const typed = Object.entries(read).map(([name, value]) => [name, value === passwordMask ? password : value]);
  return { parameters: Object.fromEntries(typed) };
}

/** Of a form that is not filled yet, too: whoever goes on by the URI sees what it lacks. */
function toUri(kind: DatabaseKind, body: ValidateParametersBody): ConvertedConnection {
  const given = body.parameters ?? {};
  checkPort(given.port);
  const unfilled = Object.fromEntries(kind.requiredFields.map((name) => [name, '']));
  const { extra } = withExtraOf(body);
  return { sqlalchemy_uri: kind.toUri({ ...unfilled, ...given }), ...(extra ? { extra } : {}) };
}
