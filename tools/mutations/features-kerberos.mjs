/** Of signing in by Kerberos: what a directory that is away costs, and what is sent to whom. */
const room = 'apps/server/src/engines/kerberos';
const tickets = { test: `${room}/tickets.test.ts`, file: `${room}/tickets.ts` };
const hive = { test: 'apps/server/src/engines/hive/kerberos.test.ts', file: 'apps/server/src/engines/hive/sign-in.ts' };
const trino = { test: 'apps/server/src/engines/trino/kerberos.test.ts' };

export const kerberosFeatures = [
  {
    ...tickets,
    title: 'are given up after a while',
    what: 'a directory that is silent is waited for without end',
    find: 'const timer = setTimeout(() => abandon(silent(timeoutMs)), timeoutMs);',
    put: 'const timer = setTimeout(() => undefined, timeoutMs);',
  },
  {
    ...tickets,
    title: 'are given up after a while',
    what: 'a child whose threads all hang is kept',
    find: 'if (this.stuck.size >= mostStuck) this.kill();',
    put: 'if (this.stuck.size >= 999) this.kill();',
  },
  {
    ...tickets,
    title: 'are not waited for by whoever stops',
    what: 'who waited for a process that is gone waits on',
    find: 'for (const { reject } of [...this.pending.values()]) reject(lost());',
    put: '',
  },
  {
    ...tickets,
    title: 'say which package is missing',
    what: 'a missing package is told as the directory’s words',
    find: '  if (isMissing)\n',
    put: '  if (isMissing && service === "")\n',
  },
  {
    ...tickets,
    title: 'are not held against the process',
    what: 'answers that come late count as none',
    find: 'this.stuck.delete(message.id);',
    put: '',
  },
  {
    ...tickets,
    title: 'are not waited for by whoever stops',
    what: 'who stopped before he asked waits all the same',
    find: 'signal?.throwIfAborted();',
    put: '',
  },
  {
    ...tickets,
    title: 'ends when nobody wants any',
    what: 'a child that nobody asks stays',
    find: 'if (this.pending.size === 0) this.kill();',
    put: '',
  },
  {
    ...tickets,
    title: 'ends when nobody wants any',
    what: 'a child ends while somebody waits',
    find: 'this.pending.size === 0',
    put: 'this.pending.size >= 0',
  },
  {
    ...tickets,
    file: `${room}/child/child.ts`,
    title: 'goes with the server that began it',
    what: 'a child outlives its server',
    find: "process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));",
    put: '',
  },
  {
    ...hive,
    title: 'are not asked where they want messages to be sealed',
    what: 'a sign-in that failed is remembered',
    find: '    talk.end();\n',
    put: '',
  },
  {
    ...hive,
    title: 'are left where they announce more',
    what: 'a server’s word of any length is waited for',
    find: 'if (length !== null && length > largestWord) throw noHiveServer();',
    put: '',
  },
  {
    ...hive,
    title: 'are asked for no more where they let somebody in at once',
    what: 'what a server wants of messages is read where it said nothing of it',
    find: '  if (isComplete) return;\n',
    put: '',
  },
  {
    ...hive,
    title: 'are not asked where they want messages to be sealed',
    what: 'messages are left plain for a server that wants them sealed',
    find: 'if ((offered & noLayer) === 0)',
    put: 'if ((offered & noLayer) === 99)',
  },
  {
    ...trino,
    title: 'are given another ticket with each request',
    what: 'a person is not named by a ticket',
    file: 'apps/server/src/engines/trino/client.ts',
    find: 'return kerberos && tickets && !tokens ?',
    put: 'return kerberos && tickets && tokens ?',
  },
  {
    ...trino,
    title: 'refuse the secret options',
    what: 'secret options that name files of the server are passed over',
    file: 'apps/server/src/engines/trino/secret-sign-in.ts',
    find: '!understood.has(name) ||',
    put: '',
  },
];
