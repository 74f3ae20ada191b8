import { type Document, isDocument, parseDocument } from '../../metadata/index.ts';
import type { DatabaseFile } from './shapes.ts';

/** The first that is not empty is the one that is read. */
export const optionNames = ['encrypted_extra', 'masked_encrypted_extra'] as const;

type Options = Pick<DatabaseFile, (typeof optionNames)[number]>;

const maxSteps = 20;

/** A database's options with secrets where their paths lead (`$.oauth2_client_info.secret`), and the paths that lead nowhere. */
export function putSecrets(
  given: Options,
  secrets: Readonly<Record<string, string>>,
): { readonly options: Options; readonly unknown: readonly string[] } {
  const paths = Object.keys(secrets);
  if (paths.length === 0) return { options: {}, unknown: [] };
  const name = optionNames.find((one) => isDocument(parseDocument(given[one] ?? ''))) ?? 'masked_encrypted_extra';
  let document = parseDocument(given[name] ?? '') ?? {};
  const unknown: string[] = [];
  for (const [path, secret] of Object.entries(secrets)) {
    const changed = put(document, readPath(path), secret);
    if (changed) document = changed;
    else unknown.push(path.slice(0, 200));
  }
  return { options: { [name]: JSON.stringify(document) }, unknown };
}

/** The steps of a path of JSON; none for what is no plain path. */
function readPath(path: string): readonly string[] {
  if (path.length > 1000 || !/^\$(?:\.[^.[\]]+|\['[^']+'\])+$/.test(path)) return [];
  const steps = [...path.matchAll(/\.([^.[\]]+)|\['([^']+)'\]/g)].map(([, plain, quoted]) => plain ?? quoted ?? '');
  return steps.length > maxSteps ? [] : steps;
}

function put(document: Document, [name, ...rest]: readonly string[], secret: string): Document | undefined {
  if (name === undefined || !Object.hasOwn(document, name)) return undefined;
  const value = document[name];
  if (rest.length === 0) return { ...document, [name]: secret };
  const inner = isDocument(value) ? put(value, rest, secret) : undefined;
  return inner && { ...document, [name]: inner };
}
