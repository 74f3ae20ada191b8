import type { useT } from '../../i18n/index.ts';

/** Why a way to the identity provider led nowhere, by the word that the server sends. */
export function singleSignOnWords(t: ReturnType<typeof useT>, failure: string, name: string): string {
  const words: Readonly<Record<string, string>> = {
    no_name: t('{{name}} told no user name that can be used here. Tell whoever runs this server.', { name }),
    name_taken: t(
      'Somebody here has your user name. If it is you, sign in with your password and connect the account on your account’s page.',
    ),
    unknown: t('You have no account here. Ask an administrator for one.'),
    no_role: t('You may see nothing here yet. Ask an administrator for a role.'),
    inactive: t('Your account is switched off. Ask an administrator.'),
    connected_elsewhere: t('Another account here is connected with who you are there.'),
    other_connected: t('Your account is connected with somebody else there. Disconnect it first.'),
    refused: t('{{name}} did not let you in.', { name }),
    expired: t('That took too long, or began in another browser. Try again.'),
    still_there: t('You are signed out here, and perhaps not at {{name}}.', { name }),
    unreachable: t('{{name}} cannot be reached at the moment.', { name }),
  };
  return words[failure] ?? t('{{name}} sent nothing that can be believed. Tell whoever runs this server.', { name });
}
