declare global {
  /** Answers on their way since before the application was there, by path; see start.js. */
  var powersetEarly: Map<string, Promise<Response>> | undefined;
}

export interface EarlyParts {
  readonly fetch: typeof fetch;
  readonly answers: () => Map<string, Promise<Response>> | undefined;
}

/** Takes each early answer once, for the first call that asks the same; every other call is made. */
export function withEarlyAnswers({ fetch, answers }: EarlyParts): typeof fetch {
  return (input, init) => {
    const early = answers();
    const isReading = (init?.method ?? 'GET') === 'GET';
    const answer = isReading && typeof input === 'string' ? early?.get(input) : undefined;
    if (!answer) {
      // What is written may change what was read before.
      if (!isReading) early?.clear();
      return fetch(input, init);
    }
    early?.delete(String(input));
    return answer;
  };
}
