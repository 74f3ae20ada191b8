/** Paths of the questions that a page asks before anything else; their answers travel with it. */
export function firstQuestionsOf(pagePath: string): readonly string[] {
  const dashboard = /^\/superset\/dashboard\/([^/]+)\/?$/.exec(pagePath)?.[1];
  if (!dashboard || dashboard === 'new' || dashboard === 'list') return [bootstrap];
  const path = `/api/v1/dashboard/${encodeURIComponent(decoded(dashboard))}`;
  return [bootstrap, path, `${path}/charts`, `${path}/datasets`];
}

// As the client writes them: an answer serves only the call that asks for the same text.
const bootstrap = '/api/v1/bootstrap';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
