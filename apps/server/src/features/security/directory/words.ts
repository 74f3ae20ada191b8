import type { Refusal } from '../identities/index.ts';

/** The directory did not answer, or not as one does; the message is for who runs the server. */
export class DirectoryError extends Error {
  override name = 'DirectoryError';
}

const texts: Readonly<Record<Refusal, string>> = {
  no_name: 'The directory told no user name that can be used here. Tell whoever runs this server.',
  name_taken: 'Somebody here has your user name. Ask an administrator.',
  unknown: 'You have no account here. Ask an administrator for one.',
  no_role: 'You may see nothing here yet. Ask an administrator for a role.',
  inactive: 'Your account is switched off. Ask an administrator.',
  connected_elsewhere: 'Somebody here has your user name. Ask an administrator.',
  other_connected: 'Somebody here has your user name. Ask an administrator.',
};

/** Why somebody whose password is right does not come in. */
export function refusalText(refusal: Refusal): string {
  return texts[refusal];
}
