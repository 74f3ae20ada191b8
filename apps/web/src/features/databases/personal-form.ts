import type { WireConnectedDatabase } from '@powerset/contract';

/** The part of a connection's form about people who sign in to the database as themselves. */
export interface PersonalForm {
  readonly isOn: boolean;
  readonly id: string;
  readonly secret: string;
  readonly authorizationUri: string;
  readonly tokenUri: string;
  readonly scope: string;
  /** What else stands among the settings of the client, and among the secret options. */
  readonly others: Readonly<Record<string, unknown>>;
  readonly options: Readonly<Record<string, unknown>>;
}

export const emptyPersonal: PersonalForm = {
  ...{ isOn: false, id: '', secret: '', authorizationUri: '', tokenUri: '', scope: '' },
  ...{ others: {}, options: {} },
};

/** The name under which the server keeps them. */
const optionName = 'oauth2_client_info';
const place = `masked_encrypted_extra.${optionName}`;

/** The fields, as the server names them in what it says of them. */
export const personalFields = {
  id: `${place}.id`,
  secret: `${place}.secret`,
  authorizationUri: `${place}.authorization_request_uri`,
  tokenUri: `${place}.token_request_uri`,
  scope: `${place}.scope`,
} as const;

/** The settings of a saved connection, the secret as a mask. */
export function savedPersonal(saved: WireConnectedDatabase['masked_encrypted_extra']): PersonalForm {
  const { [optionName]: info, ...options } = readObject(saved);
  if (typeof info !== 'object' || info === null) return { ...emptyPersonal, options };
  const { id, secret, authorization_request_uri, token_request_uri, scope, ...others } = { ...info } as Readonly<
    Record<string, unknown>
  >;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...{ isOn: true, id: textOf(id), secret: textOf(secret), scope: textOf(scope) },
    ...{ authorizationUri: textOf(authorization_request_uri), tokenUri: textOf(token_request_uri) },
    ...{ others, options },
  };
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The secret options as they are sent; without the client people ask under the account of the connection. */
export function toSecretOptions({ isOn, others, options, ...form }: PersonalForm): string {
  if (!isOn) return JSON.stringify(options);
  const given = {
    id: form.id.trim(),
    secret: form.secret,
    authorization_request_uri: form.authorizationUri.trim(),
    token_request_uri: form.tokenUri.trim(),
    scope: form.scope.trim(),
  };
  const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => text !== ''));
  return JSON.stringify({ ...options, [optionName]: { ...others, ...filled } });
}
