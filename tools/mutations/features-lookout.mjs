/** Of database servers that vanish: who asks whether they are there, and what follows. */
const engines = 'apps/server/src/engines';
const lookout = { file: `${engines}/lookout.ts`, test: `${engines}/lookout.test.ts` };
const machines = { test: `${engines}/vanishing-machines.test.ts` };
const longBefore = 'ends long before its limit, and says that the machine cannot be reached';

export const lookoutFeatures = [
  {
    ...machines,
    file: 'apps/server/src/outgoing/hosts.ts',
    title: longBefore,
    what: 'nobody looks after the sockets of engines',
    find: '  policy.lookout?.watch(socket);\n',
    put: '',
  },
  {
    ...lookout,
    title: 'ends what waits for a machine that says nothing and takes no connection, all of it, within 20 s',
    what: 'a machine that takes no connection is left at that',
    find: 'for (const socket of watched.sockets.keys()) socket.destroy(wentSilent());',
    put: '',
  },
  {
    ...lookout,
    title: 'asks once for all who wait, and a second time to be sure',
    what: 'each moment of silence is asked after by itself',
    find: 'else if (!watched.isLooking && performance.now()',
    put: 'else if (performance.now()',
  },
  {
    ...lookout,
    title: 'lets a query be as long as it likes on a machine that takes connections, and asks less and less often',
    what: 'it is asked as often as before after it was found well',
    find: '      watched.patienceMs *= 2;\n',
    put: '      watched.patienceMs += this.silentMs;\n',
  },
  {
    ...lookout,
    title: 'asks nobody while no connection is at work',
    what: 'connections that rest are taken for some that wait',
    find: 'if (this.hasSpoken(watched) || !isAtWork)',
    put: 'if (this.hasSpoken(watched))',
  },
  {
    ...lookout,
    title: 'knows that a machine that refuses is there, and that what cannot be done here says nothing of it',
    what: 'any failure is that of the machine',
    find: "return error instanceof Error && 'code' in error && awayCodes.has(String(error.code));",
    put: 'return error instanceof Error;',
  },
  {
    ...lookout,
    title: 'lets a machine live that speaks while it is asked',
    what: 'what a machine says while it is asked counts for nothing',
    find: 'if (watched.heardMs !== heardMs || watched.sockets.size === 0) return;',
    put: '',
  },
  {
    ...machines,
    file: `${engines}/remote/connection-errors.ts`,
    title: 'is told as what may have been done, and is not done again',
    what: 'a change whose answer never came is told as one that was not made',
    find: "return codeOf(error) === 'ETIMEDOUT' && error instanceof Error && 'syscall' in error && error.syscall === 'read';",
    put: 'return codeOf(error) === String(error);',
  },
  {
    ...machines,
    file: `${engines}/mysql/driver.ts`,
    title: 'is content with a connection that is taken, whatever comes of it',
    what: 'a server counts as gone until it has let somebody in',
    find: "    insideOf(connection).stream.once('connect', () => resolve());\n",
    put: '',
  },
];
