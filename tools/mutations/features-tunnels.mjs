/** Of SSH tunnels: whom they are believed, and what is sent to whom. */
const room = 'apps/server/src/engines/tunnel';
const way = { file: `${room}/tunnel.ts`, test: `${room}/tunnel.test.ts` };
const databases = 'apps/server/src/features/databases';
const saved = { test: `${databases}/tunnel-databases.test.ts` };

export const tunnelFeatures = [
  {
    ...way,
    title: 'is told of a server whose key has changed',
    what: 'a server with another key is signed in to',
    find: 'if (known === null || known === met) return true;',
    put: 'if (known !== undefined) return true;',
  },
  {
    ...way,
    title: 'is told at the field: a wrong password',
    what: 'a server that refused is asked again at once',
    find: 'if (this.refused && performance.now() < this.refused.untilMs)',
    put: 'if (this.refused && performance.now() < 0)',
  },
  {
    ...way,
    title: 'is read again, by a new sign-in',
    what: 'a tunnel that was cut stays so',
    find: '      if (this.line !== line) return;\n      this.line = null;',
    put: '      if (this.line !== line) return;',
  },
  {
    ...saved,
    file: `${databases}/tunnel.ts`,
    title: 'sends what is known to no other server',
    what: 'a mask stands for the secret of whatever server was known',
    find: 'const own = known && isSameServer(place, known) ? known : undefined;\n  const isSilent',
    put: 'const own = known;\n  const isSilent',
  },
  {
    ...saved,
    file: `${databases}/connection.ts`,
    title: 'sends what is known to no other server',
    what: "the database's password goes through another SSH server",
    find: ' && (!tunnel || isThroughSame(tunnel, known?.secret.ssh_tunnel))',
    put: '',
  },
  {
    ...saved,
    file: `${databases}/present.ts`,
    title: 'is not to be had for what is reached in another way',
    what: 'nobody is told which kinds take a tunnel',
    find: 'disable_ssh_tunneling: !kind.canTunnel ||',
    put: 'disable_ssh_tunneling: kind.canTunnel ||',
  },
];
