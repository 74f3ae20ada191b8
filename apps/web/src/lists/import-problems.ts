import { ApiError } from '../api/index.ts';

/** What an import asks for: passwords of databases and what opens their SSH tunnels. */
export const secretKinds = {
  password: { text: 'Must provide a password for the database', field: 'passwords' },
  tunnelPassword: { text: 'Must provide a password for the ssh tunnel', field: 'ssh_tunnel_passwords' },
  tunnelKey: { text: 'Must provide a private key for the ssh tunnel', field: 'ssh_tunnel_private_keys' },
  tunnelKeyPassword: {
    text: 'Must provide a private key password for the ssh tunnel',
    field: 'ssh_tunnel_private_key_passwords',
  },
} as const;
export type SecretKind = keyof typeof secretKinds;

export interface SecretQuestion {
  readonly kind: SecretKind;
  /** The database's file. */
  readonly file: string;
}

/** What else is wrong with a file. */
export interface FileRefusal {
  readonly file: string;
  readonly texts: readonly string[];
}

export interface ImportProblems {
  /** Secrets that a bundle does not hold. */
  readonly secrets: readonly SecretQuestion[];
  /** Files that exist on the server. */
  readonly existing: readonly string[];
  readonly refusals: readonly FileRefusal[];
  /** Something else is wrong too: what was asked for does not help. */
  readonly isHopeless: boolean;
}

const EXISTS = 'already exists and `overwrite=true` was not passed';
const questions: readonly string[] = Object.values(secretKinds).map(({ text }) => text);
/** What the form asks for: nothing else is wrong then. */
const isQuestion = (text: string) => text.includes(EXISTS) || questions.includes(text);

/** What an import lacks, read from the error's extra, which names each refused file. */
export function readImportProblems(failure: unknown): ImportProblems {
  const extra = failure instanceof ApiError ? (failure.errors[0]?.extra ?? {}) : {};
  const files = Object.entries(extra).filter(([name]) => name !== 'issue_codes');
  // Names of the object above.
  const kinds = Object.keys(secretKinds) as readonly SecretKind[];
  const read = files.map(([file, problem]) => {
    const texts = textsOf(problem);
    return {
      file,
      secrets: kinds.filter((kind) => texts.includes(secretKinds[kind].text)),
      exists: texts.some((text) => text.includes(EXISTS)),
      others: texts.filter((text) => !isQuestion(text)),
    };
  });
  return {
    secrets: read.flatMap(({ file, secrets }) => secrets.map((kind) => ({ kind, file }))),
    existing: read.filter(({ exists }) => exists).map(({ file }) => file),
    refusals: read.flatMap(({ file, others }) => (others.length > 0 ? [{ file, texts: others }] : [])),
    isHopeless: read.length === 0 || read.some(({ others }) => others.length > 0),
  };
}

/** Every text that a file's problem holds: one text, or lists of texts by field. Other texts begin with their field. */
function textsOf(problem: unknown): readonly string[] {
  if (typeof problem === 'string') return [problem];
  if (typeof problem !== 'object' || problem === null) return [];
  if (Array.isArray(problem)) return problem.flatMap(textsOf);
  return Object.entries(problem).flatMap(([field, inside]) =>
    textsOf(inside).map((text) => (field.startsWith('_') || isQuestion(text) ? text : `${field}: ${text}`)),
  );
}
