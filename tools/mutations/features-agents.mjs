/** Of letting agents in: no row names it. */
const agents = 'apps/server/src/features/agents';
const hostile = `${agents}/agents-hostile.test.ts`;
const tokens = { file: `${agents}/tokens.ts`, test: hostile };
const protocol = { file: `${agents}/protocol.ts`, test: hostile };

export const agentFeatures = [
  {
    file: `${agents}/routes.ts`,
    test: `${agents}/agents.test.ts`,
    title: 'is let in for less than it asks where its person says so',
    what: 'a yes gives more than was asked for',
    find: "if (isWider(scope, asked.scope)) throw fieldError({ scope: ['The program does not ask for this.'] });",
    put: '',
  },
  {
    file: `${agents}/routes.ts`,
    test: `${agents}/agents.test.ts`,
    title: 'is let in for less than it asks where its person says so',
    what: 'what the person takes away is given all the same',
    find: 'await allow(services, user, { ...asked, scope })',
    put: 'await allow(services, user, asked)',
  },
  {
    ...tokens,
    title: 'is worth nothing with another verifier, program or address',
    what: 'a stolen code is exchanged without its verifier',
    find: "if (!isVerified(code.challenge, form.code_verifier)) throw refused('code_verifier is wrong.');",
    put: '',
  },
  {
    ...tokens,
    title: 'is worth nothing with another verifier, program or address',
    what: 'another program exchanges the code',
    find: 'if (code?.client_id !== client.id || !code) throw',
    put: 'if (!code) throw',
  },
  {
    ...tokens,
    title: 'ends what it brought when it comes again',
    what: 'what a code brought goes on when it comes again',
    find: 'if (code.grant_id !== null) await endTheft(store, code.grant_id, now());',
    put: "if (code.grant_id !== null) throw refused('used.');",
  },
  {
    ...tokens,
    title: 'has one successor: told twice in one moment',
    what: 'a refresh token that comes later ends nothing',
    find: 'if (!access || !(since <= twiceMs)) return',
    put: 'if (!access) return',
  },
  {
    ...tokens,
    title: 'brings no more than was let in',
    what: 'a refresh raises the scope',
    find: 'if (!scope || isWider(scope, known(grant.scope)))',
    put: 'if (!scope)',
  },
  {
    ...protocol,
    title: 'leads nowhere but to an address that the program named',
    what: 'any path of the person’s own machine is led to',
    find: 'isLocal && left.hostname === right.hostname && left.pathname === right.pathname && left.search === right.search',
    put: 'isLocal',
  },
  {
    file: `${agents}/requests.ts`,
    test: hostile,
    title: 'is refused in the words of the protocol where it lacks what makes it safe',
    what: 'a request without PKCE is asked',
    find: "if (method !== 'S256' || !/^[\\w-]{43}$/.test(challenge)) return failed('invalid_request');",
    put: '',
  },
  {
    file: `${agents}/routes.ts`,
    test: hostile,
    title: 'is answered by the person’s own page alone',
    what: 'a token lets agents in',
    find: "if (!session) throw new AppError('FORBIDDEN_ERROR', { extra: { reason: 'Agents are let in on a page.' } });",
    put: '',
  },
  {
    file: `${agents}/door.ts`,
    test: hostile,
    title: 'binds tokens to that address',
    what: 'a token for another address is taken',
    find: ' && agent.resource === resourceOf(publicOrigin(request, deps.config))',
    put: '',
  },
  {
    file: 'apps/server/src/http/authentication.ts',
    test: `${agents}/agents.test.ts`,
    title: 'calls /mcp and nothing else',
    what: 'an agent’s token opens the whole API',
    find: 'isOwnCall || isForMcp ? await agents.read(token)',
    put: 'isOwnCall || isForMcp || true ? await agents.read(token)',
  },
  {
    file: 'apps/server/src/features/mcp/caller.ts',
    test: 'apps/server/src/features/mcp/mcp.test.ts',
    title: 'is told that an answer is too large',
    what: 'an agent’s tool reads whatever comes, however much it is',
    find: 'if (bytes > maxAnswerBytes) {',
    put: 'if (bytes < 0) {',
  },
  {
    file: 'apps/server/src/features/mcp/server.ts',
    test: `${agents}/agents.test.ts`,
    title: 'may no more than its person and no more than was said',
    what: 'an agent for reading runs SQL and makes dashboards',
    find: 'return rank(most) > rank(agent.scope) ? most : undefined;',
    put: 'return undefined;',
  },
];
