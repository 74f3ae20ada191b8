declare global {
  /** Answers that the page brought along, as JSON, by path; see start.js. */
  var powersetEarly: Map<string, string> | undefined;
}

export interface EarlyParts {
  readonly fetch: typeof fetch;
  readonly answers: () => Map<string, string> | undefined;
}

/** Takes each early answer once, for the first call that asks the same; every other call is made. */
export function withEarlyAnswers({ fetch, answers }: EarlyParts): typeof fetch {
  return (input, init) => {
    const early = answers();
    const isReading = (init?.method ?? 'GET') === 'GET';
    const answer = isReading && typeof input === 'string' ? early?.get(input) : undefined;
    if (answer === undefined) {
      // What is written may change what was read before.
      if (!isReading) early?.clear();
      return fetch(input, init);
    }
    early?.delete(String(input));
    return Promise.resolve(new Response(answer, { headers: { 'content-type': 'application/json' } }));
  };
}
